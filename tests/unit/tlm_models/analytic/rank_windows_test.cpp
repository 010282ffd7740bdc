// SPDX-License-Identifier: Apache-2.0
// The time of a window by hand.
#include "tlm_models/analytic/rank_windows.h"

#include "tests/support/matchers.h"

namespace gf::model::rank_windows_test {
namespace {

/// 1,000 hops a cycle of 100 ns, a tenth of them across, a message of 2 us and 10 GB/s.
WindowTime of(unsigned ranks, unsigned parts = 8) {
  const RankedNetwork network{1000, 100, parts, 50};
  RankedComputer computer;
  computer.hop = 100e-9;
  computer.message = {2e-6, 0.1e-9};
  computer.overhead = 0.5e-6;
  return window_time(network, computer, ranks);
}

TEST(RankWindows, OneRankComputesAll) {
  const WindowTime one = of(1);
  EXPECT_DOUBLE_EQ(one.compute, 1000 * 50 * 100e-9);
  EXPECT_EQ(one.all(), one.compute);
}

TEST(RankWindows, ARankSendsWhatLeavesItsParts) {
  const WindowTime two = of(2);
  EXPECT_DOUBLE_EQ(two.compute, of(1).compute / 2);
  // Half of 100 x 50 flits leave one of four parts of eight, four of seven of them to the other
  // rank, with 40 B and a credit of 16 B each.
  EXPECT_THAT(two.exchange, DoubleNear(2e-6 + 2500. * 4 / 7 * 56 * 0.1e-9 + 2 * 0.5e-6, 1e-12));
  EXPECT_DOUBLE_EQ(two.agreement, 2 * 2e-6);
}

TEST(RankWindows, TheRankWithMostPartsIsWaitedFor) {
  EXPECT_DOUBLE_EQ(of(3).compute, of(1).compute * 3 / 8);
  EXPECT_DOUBLE_EQ(of(5).compute, of(7).compute) << "one of them has two parts";
}

TEST(RankWindows, RanksThatShareCoresTakeTurns) {
  const RankedNetwork network{1000, 100, 8, 50};
  RankedComputer computer;
  computer.hop = 100e-9;
  computer.overhead = 0.5e-6;
  computer.cores = 2;
  EXPECT_DOUBLE_EQ(window_time(network, computer, 1).compute, 1000 * 50 * 100e-9);
  const WindowTime four = window_time(network, computer, 4);
  EXPECT_DOUBLE_EQ(four.compute, window_time(network, computer, 2).compute);
  EXPECT_DOUBLE_EQ(four.exchange, 2 * 3 * 0.5e-6 * 2);
}

TEST(RankWindows, ADragonflyOfSeventyTwo) {
  RankedDragonfly dragonfly;
  dragonfly.p = 2;
  dragonfly.a = 4;
  dragonfly.h = 2;
  const RankedNetwork network = ranked(dragonfly);
  EXPECT_EQ(network.parts, 9u);
  EXPECT_EQ(network.window, 100u);
  // Of 7.2 flits a cycle 8/9 leave their group, crossing 1 + 3/4 + 3/4; the others cross 3/4; all
  // leave to a terminal.
  EXPECT_DOUBLE_EQ(network.hops, 7.2 * (1 + 8. / 9 * 2.5 + 0.75 / 9));
  EXPECT_DOUBLE_EQ(network.crossing, 7.2 * 8 / 9);
  dragonfly.parts = 3;
  EXPECT_DOUBLE_EQ(ranked(dragonfly).crossing, 7.2 * 2 / 3);
}

}  // namespace
}  // namespace gf::model::rank_windows_test
