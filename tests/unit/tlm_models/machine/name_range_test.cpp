// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/name_range.h"

#include "tests/support/matchers.h"

namespace gf::model::name_range_test {
namespace {

TEST(NameRange, StandsForEachName) {
  EXPECT_THAT(*names_of_range("rc"), ElementsAre("rc"));
  EXPECT_THAT(*names_of_range("gpu[0..2]"), ElementsAre("gpu0", "gpu1", "gpu2"));
  EXPECT_THAT(*names_of_range("k80_[3..3]_a"), ElementsAre("k80_3_a"));
  EXPECT_THAT(*names_of_range("t[0..1]_g[8..9]"), ElementsAre("t0_g8", "t0_g9", "t1_g8", "t1_g9"));
}

TEST(NameRange, WhatIsNoneIsNone) {
  for (const char* text : {"gpu[", "gpu[0..", "gpu[]", "gpu[3]", "gpu[2..1]", "gpu[a..b]",
                           "gpu[0..99999]", "gpu[-1..2]", "a[0..999]b[0..999]"})
    EXPECT_FALSE(names_of_range(text)) << text;
}

}  // namespace
}  // namespace gf::model::name_range_test
