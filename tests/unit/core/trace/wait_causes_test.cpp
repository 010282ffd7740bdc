// SPDX-License-Identifier: Apache-2.0
#include "core/trace/wait_causes.h"

#include <gtest/gtest.h>

namespace gf::core::wait_causes_test {
namespace {

TEST(WaitCauses, ChainsThatEndAlikeShareTheirEnds) {
  WaitCauses causes;
  const auto end = causes.number({1, 2, "busy"});
  EXPECT_EQ(causes.number({1, 2, "busy"}), end);
  const auto chain = causes.number({3, 4, "no credit", end});
  EXPECT_NE(chain, end);
  EXPECT_NE(causes.number({3, 5, "no credit", end}), chain);
  EXPECT_EQ(causes.at(chain).next, end);
  EXPECT_EQ(causes.end(chain).queue, 1u);
  EXPECT_EQ(causes.end(end).link, 2u);
}

TEST(WaitCauses, BuffersThatWaitForEachOtherInARingMakeNoEndlessChain) {
  WaitCauses causes;
  auto chain = causes.number({0, 0, "busy"});
  for (unsigned i = 1; i < 3 * WaitCauses::kLongest; ++i)
    chain = causes.number({i % 4, i % 4, "no credit", chain});
  unsigned length = 0;
  for (auto at = chain; at != WaitCause::kNone; at = causes.at(at).next) ++length;
  EXPECT_EQ(length, WaitCauses::kLongest);
  EXPECT_STREQ(causes.end(chain).cause, "busy");
}

}  // namespace
}  // namespace gf::core::wait_causes_test
