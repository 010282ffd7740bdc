// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/alpha_beta.h"

#include <gtest/gtest.h>

namespace gf::model::alpha_beta_test {
namespace {

constexpr double kAdd = 0.1e-9;

/// Inside 1 us and 1 ns/B, across 4 us and 2 ns/B.
TwoLevelMachine machine(unsigned nodes, unsigned gpus) {
  return {nodes, gpus, {1e-6, 1e-9}, {4e-6, 2e-9}, kAdd};
}

TEST(AlphaBeta, LineGoesThroughBothMeasurements) {
  const AlphaBeta line = line_through({1000, 3e-6}, {5000, 11e-6});
  EXPECT_NEAR(line.beta, 2e-9, 1e-18);
  EXPECT_NEAR(line.alpha, 1e-6, 1e-15);
  EXPECT_NEAR(line.time(1000), 3e-6, 1e-15);
  EXPECT_NEAR(line.time(5000), 11e-6, 1e-15);
}

TEST(AlphaBeta, LinesCrossWhereBothTakeTheSameTime) {
  const AlphaBeta quick{1e-6, 3e-9}, wide{5e-6, 1e-9};
  const auto at = crossing(quick, wide);
  ASSERT_TRUE(at);
  EXPECT_NEAR(*at, 2000, 1e-6);
  EXPECT_NEAR(quick.time(*at), wide.time(*at), 1e-15);
  EXPECT_NEAR(*crossing(wide, quick), *at, 1e-6);
  EXPECT_FALSE(crossing(quick, quick)) << "parallel";
  EXPECT_FALSE(crossing(quick, {5e-6, 4e-9})) << "worse at every size";
}

TEST(AlphaBeta, RingOfTwoByTwoByHand) {
  // 6 steps of a quarter: 1.5 of the vector on the wire, 0.75 added up.
  const AlphaBeta in_step = flat_ring_in_step(machine(2, 2));
  EXPECT_NEAR(in_step.alpha, 6 * 4e-6, 1e-15);
  EXPECT_NEAR(in_step.beta, 1.5 * 2e-9 + 0.75 * kAdd, 1e-18);
  const AlphaBeta free = flat_ring_free(machine(2, 2));
  EXPECT_NEAR(free.alpha, 3 * 4e-6 + 3 * 1e-6, 1e-15);
  EXPECT_DOUBLE_EQ(free.beta, in_step.beta);
}

TEST(AlphaBeta, TwoLevelsOfTwoByTwoByHand) {
  // Inside 2 copies of a half, across 2 copies of a half by each of the cards.
  const AlphaBeta two = two_level_rings(machine(2, 2));
  EXPECT_NEAR(two.alpha, 2 * 1e-6 + 2 * 4e-6, 1e-15);
  EXPECT_NEAR(two.beta, 1e-9 + 0.5 * kAdd + 2e-9 + 0.25 * kAdd, 1e-18);
}

TEST(AlphaBeta, OneLevelIsTheSameRing) {
  for (const auto& [nodes, gpus] : {std::pair{1u, 8u}, std::pair{8u, 1u}}) {
    const TwoLevelMachine one = machine(nodes, gpus);
    EXPECT_NEAR(two_level_rings(one).alpha, flat_ring_in_step(one).alpha, 1e-15) << nodes;
    EXPECT_NEAR(two_level_rings(one).beta, flat_ring_in_step(one).beta, 1e-18) << nodes;
    EXPECT_NEAR(flat_ring_free(one).alpha, flat_ring_in_step(one).alpha, 1e-15) << nodes;
  }
}

}  // namespace
}  // namespace gf::model::alpha_beta_test
