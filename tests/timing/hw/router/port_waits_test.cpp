// SPDX-License-Identifier: Apache-2.0
// What flits wait for in routers adds up to the time that they came late.
#include "hw/router/port_waits.h"

#include <gtest/gtest.h>

#include "tests/support/network_bench.h"

namespace gf::test::port_waits_test {
namespace {

using core::StallCause;

NetworkBench::Options options(unsigned speedup, unsigned buffer = 16) {
  NetworkBench::Options options;
  options.network.router.speedup = speedup;
  options.network.router.vc_buffer = buffer;
  return options;
}

void watch(NetworkBench& bench) {
  for (unsigned r = 0; r < bench.dragonfly().graph().routers(); ++r)
    bench.network().router(r).count_waits();
}

std::uint64_t waited(NetworkBench& bench, StallCause cause) {
  const model::RouterGraph& graph = bench.dragonfly().graph();
  std::uint64_t cycles = 0;
  for (unsigned r = 0; r < graph.routers(); ++r) {
    hw::router::PortWaits& waits = bench.network().router(r).count_waits();
    waits.book_until(core::now_ticks() / bench.network().clock().period());
    for (unsigned p = 0; p < graph.ports(); ++p)
      if (graph.port(r, p).type != model::ChannelType::kUnused) cycles += waits.cycles(p, cause);
  }
  return cycles;
}

/// Nodes 2, 4 and 6, at three routers, send to node 0 at once: of those that meet, one waits a
/// cycle and one two.
class ThreeToOne : public testing::TestWithParam<unsigned> {};  // speed-up

TEST_P(ThreeToOne, LosersWaitAsLongAsTheyAreLate) {
  NetworkBench bench(options(GetParam()));
  watch(bench);
  for (const unsigned src : {2u, 4u, 6u}) bench.send(src, 0);
  sc_core::sc_start();
  ASSERT_EQ(bench.ends.size(), 3u);
  core::Cycle first = bench.ends[0].latency, all = 0;
  for (const PacketEnd& end : bench.ends) all += end.latency - first;
  EXPECT_EQ(all, 3u);
  EXPECT_EQ(waited(bench, StallCause::kArbitrationLost) + waited(bench, StallCause::kLinkBusy), 3u);
  EXPECT_EQ(waited(bench, StallCause::kNoCredit), 0u);
}

INSTANTIATE_TEST_SUITE_P(Speedups, ThreeToOne, testing::Values(1u, 2u, 3u));

TEST(PortWaits, AHeadThatLacksCreditWaitsForIt) {
  core::Cycle late = 0;
  std::uint64_t waits = 0;
  // A flit of a packet at a time goes from the first router to the second, and the next one when
  // its credit is back. The way in has the same buffers, so that never more than one flit waits.
  NetworkBench bench(options(1, 1));
  watch(bench);
  bench.send(0, 2, 1);
  sc_core::sc_start();
  const core::Cycle alone = bench.ends[0].latency;
  EXPECT_EQ(waited(bench, StallCause::kNoCredit), 0u);
  bench.send(0, 2, 2);
  sc_core::sc_start();
  late = bench.ends[1].latency - alone;
  waits = waited(bench, StallCause::kNoCredit);
  // The second flit enters when the first one's place in the first router is free, a round trip of
  // the terminal channel later; what it is late beyond that it waited for credit of the local one.
  const auto& terminal = bench.network().timing(model::ChannelType::kTerminal);
  const core::Cycle round_trip = 2 * terminal.latency + 1 + 1;
  EXPECT_EQ(waits, late - round_trip);
  EXPECT_GT(waits, 0u);
}

TEST(PortWaits, LastUntilTheNextCycleOfTheRouterOrUntilNow) {
  hw::router::PortWaits waits(2, 4);
  waits.begin(10);
  waits.wait(1, StallCause::kNoCredit, 2);
  waits.book_until(10);
  EXPECT_EQ(waits.cycles(1, StallCause::kNoCredit), 0u);
  waits.book_until(13);
  EXPECT_EQ(waits.cycles(1, StallCause::kNoCredit), 6u);
  EXPECT_EQ(waits.cycles(0, StallCause::kNoCredit), 0u);
  EXPECT_EQ(waits.cycles(1, StallCause::kLinkBusy), 0u);
  waits.begin(15);
  waits.book_until(20);
  EXPECT_EQ(waits.cycles(1, StallCause::kNoCredit), 10u);
}

TEST(PortWaits, WhoComesToTheFrontAsksInTheNextCycle) {
  hw::router::PortWaits waits(1, 1);
  waits.begin(10);
  EXPECT_TRUE(waits.note_front(0, 3)) << "nobody was noted before it";
  waits.begin(12);
  EXPECT_TRUE(waits.note_front(0, 3)) << "it is still there";
  waits.begin(13);
  EXPECT_FALSE(waits.note_front(0, 5)) << "the one before has left in this cycle";
  waits.begin(14);
  EXPECT_TRUE(waits.note_front(0, 5));
  waits.begin(15);  // it left, and the queue is empty
  waits.begin(17);
  EXPECT_TRUE(waits.note_front(0, 16));
}

}  // namespace
}  // namespace gf::test::port_waits_test
