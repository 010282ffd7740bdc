// SPDX-License-Identifier: Apache-2.0
#include "papers/isca21_proact/micro_runs.h"

#include <gtest/gtest.h>

namespace gf::papers::isca21::micro_runs_test {
namespace {

TEST(ProactMicroRuns, SizesAreWholeUnits) {
  EXPECT_EQ(size_text(4096), "4 KiB");
  EXPECT_EQ(size_text(1 << 20), "1 MiB");
  EXPECT_EQ(size_text((1 << 20) - 65536), "960 KiB");
  EXPECT_EQ(size_text(15 << 19), "7680 KiB");
}

}  // namespace
}  // namespace gf::papers::isca21::micro_runs_test
