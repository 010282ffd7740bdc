// SPDX-License-Identifier: Apache-2.0
// What routers and nodes tell who keeps a journal of hops.
#include "hw/router/router_journal.h"

#include <gmock/gmock.h>

#include "tests/support/heard_packets.h"
#include "tests/support/network_bench.h"

namespace gf::router_journal_test {
namespace {

using core::HopJournal;
using core::Ticks;
using heard_packets::RouterJournal;

TEST_F(RouterJournal, APacketAloneWaitsForNothing) {
  bench().send(0, 70);
  run();
  const auto& hops = heard.packet(0);
  ASSERT_EQ(hops.size(), bench().ends[0].local + bench().ends[0].global + 2u);
  EXPECT_EQ(journal.queue_name(hops[0].queue), "node_0.source");
  EXPECT_EQ(journal.link_name(hops[0].link), "node_0 to router 0");
  EXPECT_THAT(journal.link_name(hops[1].link), testing::HasSubstr("router_0.out_"));
  EXPECT_THAT(journal.link_name(hops.back().link), testing::HasSubstr(" to node 70"));
  EXPECT_EQ(name(hops[0].flow), "flow 0->70");
  for (const auto& hop : hops) EXPECT_TRUE(hop.spans.empty()) << hop.place;
  EXPECT_EQ(heard.ends.at(hops[0].key) - hops[0].arrived,
            cycles(unsigned(bench().ends[0].latency)));
}

TEST_F(RouterJournal, OneOfTwoThatComeAtOnceLosesTheArbitrationToTheOther) {
  bench().send(0, 4);  // both nodes are at router 0, node 4 at router 2: one local channel
  bench().send(1, 4);
  run();
  const auto& first = heard.packet(0);
  const auto& second = heard.packet(1);
  EXPECT_TRUE(first[1].spans.empty());
  ASSERT_EQ(second[1].spans.size(), 1u);
  EXPECT_STREQ(second[1].spans[0].cause, "lost arbitration");
  EXPECT_EQ(name(second[1].spans[0].behind), "flow 0->4");
  EXPECT_EQ(second[1].spans[0].until - second[1].spans[0].from, cycles(1));
  EXPECT_EQ(second[1].waited.of(core::StallCause::kArbitrationLost).value(), cycles(1));
  EXPECT_TRUE(second[2].spans.empty());
}

/// The buffer of one flit behind node 0 is full of 0->4, which waits for the narrow channel that
/// carries 1->4: that is behind the wait for credit.
TEST_F(RouterJournal, NoCreditIsBehindWhoIsFirstInTheFullBuffer) {
  options.network.router.vc_buffer = 1;
  options.network.local.flit_cycles = 20;
  hw::router::Nodes& nodes = bench().network().nodes(0);
  nodes.schedule(1, {0, 1, 4, 1});
  nodes.schedule(0, {5, 0, 4, 1});
  nodes.schedule(0, {5, 0, 6, 1});
  run();
  const auto& third = heard.packet(2);
  ASSERT_EQ(name(third[0].flow), "flow 0->6");
  Ticks no_credit = 0, channel_busy = 0;
  for (const auto& wait : third[0].spans) {
    if (wait.cause != std::string("no credit")) continue;
    if (wait.behind == HopJournal::kNone) {  // the first flit or the credit is on its way
      EXPECT_EQ(wait.chain, HopJournal::kNone);
      continue;
    }
    EXPECT_EQ(name(wait.behind), "flow 0->4");
    no_credit += wait.until - wait.from;
    const core::WaitCause& cause = journal.causes().at(wait.chain);
    EXPECT_EQ(journal.queue_name(cause.queue), "router_0.in_0.vc_0");
    EXPECT_EQ(journal.link_name(cause.link), "router_0.out_3 to router 2");
    EXPECT_EQ(cause.next, HopJournal::kNone);
    if (cause.cause == std::string("channel busy")) {
      EXPECT_EQ(name(wait.at_end), "flow 1->4");
      channel_busy += wait.until - wait.from;
    } else {  // a buffer of one flit is too small for the round trip of the narrow channel
      EXPECT_STREQ(cause.cause, "no credit");
    }
  }
  EXPECT_GT(channel_busy, cycles(10));
  EXPECT_GT(no_credit, cycles(10));
  // Head of line: 0->6 waited in the source queue only, as its buffer was 0->4's.
  const auto& second = heard.packet(1);
  ASSERT_EQ(name(second[0].flow), "flow 0->4");
  ASSERT_FALSE(second[1].spans.empty());
  EXPECT_STREQ(second[1].spans[0].cause, "channel busy");
  EXPECT_EQ(name(second[1].spans[0].behind), "flow 1->4");
  // Exactly as long as that one waited: a credit takes as long to come back at each of its dates.
  Ticks busy = 0;
  for (const auto& wait : second[1].spans) busy += wait.until - wait.from;
  EXPECT_EQ(no_credit, busy);
}

TEST(RouterJournalOff, NothingIsKept) {
  test::NetworkBench bench;
  bench.send(0, 70);
  sc_core::sc_start();
  EXPECT_EQ(bench.network().router(0).journal_end(), nullptr);
  EXPECT_EQ(bench.network().nodes(0).journal_end(), nullptr);
}

}  // namespace
}  // namespace gf::router_journal_test
