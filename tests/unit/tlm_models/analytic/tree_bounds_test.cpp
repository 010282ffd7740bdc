// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/analytic/max_flow.h
#include "tlm_models/analytic/tree_bounds.h"

#include <gtest/gtest.h>

namespace gf::model::tree_bounds_test {
namespace {

/// Nodes 0 and 1 joined at 6 (back: 5); GPUs 2, 3 below 0 and 4, 5 below 1, at 10 each.
TreeBounds two_roots(const TreeBounds::Takes& takes) {
  return {6,
          {{0, 1, 6, 5}, {0, 2, 10, 10}, {0, 3, 10, 10}, {1, 4, 10, 10}, {1, 5, 10, 10}},
          {2, 3, 4, 5},
          takes};
}

TEST(TreeBounds, LinkInTheMiddleLimits) {
  const TreeBounds all = two_roots([](unsigned, unsigned) { return true; });
  EXPECT_EQ(all.bisection().bytes_per_second(), 6);
  EXPECT_DOUBLE_EQ(all.all_to_all_seconds(), 4.0 / 5);  // four pairs cross each way
  EXPECT_EQ(all.peers(0), 3u);
}

TEST(TreeBounds, PairsThatGoElsewhereDoNotCount) {
  // GPUs 0 and 2, 1 and 3 have another way to each other.
  const TreeBounds some = two_roots([](unsigned a, unsigned b) { return (a + b) % 2 == 1; });
  EXPECT_DOUBLE_EQ(some.all_to_all_seconds(), 2.0 / 5);
  EXPECT_EQ(some.peers(3), 2u);
  const TreeBounds within = two_roots([](unsigned a, unsigned b) { return a / 2 == b / 2; });
  EXPECT_EQ(within.bisection().bytes_per_second(), 0);
  EXPECT_DOUBLE_EQ(within.all_to_all_seconds(), 1.0 / 10);
}

TEST(TreeBounds, TreesThatNothingJoinsAreApart) {
  const TreeBounds apart(4, {{0, 1, 3, 3}, {2, 3, 3, 3}}, {1, 3},
                         [](unsigned, unsigned) { return true; });
  EXPECT_EQ(apart.peers(0), 0u);
  EXPECT_EQ(apart.all_to_all_seconds(), 0);
  EXPECT_EQ(apart.bisection().bytes_per_second(), 0);
}

TEST(MaxFlow, TakesAllWays) {
  const std::vector<FlowLink> links{{0, 1, 4, 1}, {1, 3, 3, 1}, {0, 2, 2, 1}, {2, 3, 5, 1}};
  EXPECT_EQ(max_flow(4, links, {0}, {3}).bytes_per_second(), 5);
  EXPECT_EQ(max_flow(4, links, {3}, {0}).bytes_per_second(), 2);
  EXPECT_EQ(bounds_text(core::ByteRate(450e9), core::ByteRate(1.8e12)),
            "upper bounds (incl. headers): all-to-all 450 GB/s per GPU; bisection 1.8 TB/s");
  EXPECT_EQ(bounds_text(core::ByteRate(126e9 / 13), core::ByteRate(31507692307.7)),
            "upper bounds (incl. headers): all-to-all 9.692 GB/s per GPU; bisection 31.51 GB/s");
}

}  // namespace
}  // namespace gf::model::tree_bounds_test
