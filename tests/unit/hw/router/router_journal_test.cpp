// SPDX-License-Identifier: Apache-2.0
// Holds: hw/router/router_journal.cpp hw/router/nodes_journal.cpp hw/router/journal_end.cpp
// Holds: hw/router/router_journal.h hw/router/nodes_journal.h hw/router/journal_end.h
// What routers and nodes tell who keeps a journal of hops.
#include "hw/router/router_journal.h"

#include <gmock/gmock.h>
#include <optional>

#include "core/base/random.h"
#include "tests/support/network_bench.h"

namespace gf::router_journal_test {
namespace {

using core::HopJournal;
using core::Ticks;

struct JournalLog : HopJournal::Sink {
  struct Hop : HopJournal::Hop {
    std::vector<HopJournal::Wait> spans;
  };
  std::map<std::uint64_t, std::vector<Hop>> flits;  ///< By key.
  std::map<std::uint64_t, Ticks> ends;
  std::vector<std::uint64_t> order;          ///< Keys, as they begin.
  std::map<HopJournal::Number, Ticks> left;  ///< By queue: when its first left last.
  std::size_t first_left = 0;
  void first_leaves(const HopJournal::Hop& hop) override {
    EXPECT_LE(left[hop.queue], hop.ready) << "only one is the first";
    left[hop.queue] = hop.start;
    ++first_left;
  }
  void leaves(const HopJournal::Hop& hop) override {
    auto& hops = flits[hop.key];
    if (hops.empty()) order.push_back(hop.key);
    EXPECT_EQ(hop.place, hops.size());
    hops.push_back({hop, *hop.waits});
  }
  void packet_ends(std::uint64_t key, Ticks at) override {
    EXPECT_TRUE(ends.emplace(key, at).second) << "a packet ends once";
  }
  [[nodiscard]] const std::vector<Hop>& packet(std::size_t nth) const {
    return flits.at(order[nth]);
  }
};

class RouterJournal : public testing::Test {
 protected:
  RouterJournal() { options.network.router.speedup = 1; }
  void run() { sc_core::sc_start(); }
  test::NetworkBench& bench() {
    if (!bench_) bench_.emplace(options);
    return *bench_;
  }
  [[nodiscard]] Ticks cycles(unsigned n) { return n * bench().network().clock().period(); }
  [[nodiscard]] std::string name(HopJournal::Number flow) { return journal.flow_name(flow); }

  JournalLog heard;
  HopJournal journal{heard};
  test::NetworkBench::Options options;

 private:
  std::optional<test::NetworkBench> bench_;
};

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

TEST_F(RouterJournal, TheSecondPacketOfANodeWaitsBehindTheFirst) {
  bench().send(0, 4);
  bench().send(0, 4);
  run();
  const auto& second = heard.packet(1);
  EXPECT_EQ(second[0].ready - second[0].arrived - second[0].source_time, cycles(1));
  EXPECT_TRUE(second[0].spans.empty()) << "the first one went";
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

/// Nodes 0 and 1 send to node 4, whose channel takes 20 cycles for a flit: the buffer of router 2
/// is full, then that of router 0, and node 0 waits for two buffers.
TEST_F(RouterJournal, TheChainBehindNoCreditEndsAtTheSlowChannel) {
  options.network.router.vc_buffer = 1;
  options.network.terminal.flit_cycles = 20;
  for (unsigned n = 0; n < 4; ++n) {
    bench().send(0, 4);
    bench().send(1, 4);
  }
  run();
  const std::string slow = "router_2.out_0 to node 4";
  Ticks at_slow = 0, all = 0;
  unsigned longest = 0;
  for (const auto& [key, hops] : heard.flits)
    for (const auto& wait : hops[0].spans) {  // of a node
      if (wait.cause != std::string("no credit")) continue;
      all += wait.until - wait.from;
      if (wait.chain == HopJournal::kNone) continue;
      unsigned length = 0;
      for (auto at = wait.chain; at != HopJournal::kNone; at = journal.causes().at(at).next)
        ++length;
      longest = std::max(longest, length);
      const core::WaitCause& end = journal.causes().end(wait.chain);
      if (journal.link_name(end.link) != slow) continue;
      EXPECT_STREQ(end.cause, "channel busy");
      EXPECT_THAT(journal.queue_name(end.queue), testing::StartsWith("router_2.in_"));
      at_slow += wait.until - wait.from;
    }
  EXPECT_EQ(longest, 2u) << "router 0, router 2";
  EXPECT_GT(all, cycles(40));
  EXPECT_GT(at_slow, all / 2);
}

struct Setting {
  unsigned speedup, flits, buffer;
  bool whole;
  double errors;
  const char* routing;
};

void PrintTo(const Setting& s, std::ostream* out) {
  *out << s.routing << ", speed-up " << s.speedup << ", " << s.flits << " flits, buffer "
       << s.buffer << (s.whole ? ", whole packets" : "") << ", errors " << s.errors;
}

class RouterJournalOfMany : public RouterJournal, public testing::WithParamInterface<Setting> {};

/// Spans of waits that do not join, or do not sum up to the time, are refused where they are made.
TEST_P(RouterJournalOfMany, EachPacketEndsAndItsHopsAreItsWholeLatency) {
  options.routing = GetParam().routing;
  options.network.router.speedup = GetParam().speedup;
  options.network.router.vc_buffer = GetParam().buffer;
  options.network.router.whole_packets = GetParam().whole;
  options.network.router.packet_flits = GetParam().flits;
  options.network.flit_error_rate = GetParam().errors;
  options.network.local.flit_cycles = 2;
  core::RandomStream random(7, "packets");
  unsigned packets = 0;
  for (unsigned wave = 0; wave < 20; ++wave) {
    for (unsigned n = 0; n < 60; ++n, ++packets)
      bench().send(unsigned(random.below(72)), unsigned(random.below(72)),
                   1 + unsigned(random.below(GetParam().flits)));
    sc_core::sc_start(core::to_time(cycles(10)));
  }
  run();
  ASSERT_EQ(heard.ends.size(), packets);
  EXPECT_EQ(heard.flits.size(), bench().flits_sent());
  std::size_t hops_told = 0;
  for (const auto& [key, hops] : heard.flits) hops_told += hops.size();
  EXPECT_EQ(heard.first_left, hops_told);
  std::multiset<Ticks> told, seen;
  Ticks waited = 0;
  for (const auto& [key, hops] : heard.flits) {
    for (std::size_t i = 0; i + 1 < hops.size(); ++i)
      ASSERT_EQ(hops[i + 1].arrived, hops[i].there + cycles(options.network.router.router_latency));
    for (const auto& hop : hops) waited += hop.start - hop.arrived - hop.source_time;
    if (hops[0].whole == 0) seen.insert(heard.ends.at(key) - hops[0].arrived);
  }
  for (const auto& end : bench().ends) told.insert(cycles(unsigned(end.latency)));
  EXPECT_EQ(seen, told);
  EXPECT_GT(waited, cycles(1000)) << "a network that is not busy shows nothing";
}

INSTANTIATE_TEST_SUITE_P(Networks, RouterJournalOfMany,
                         testing::Values(Setting{1, 1, 4, false, 0, "min"},
                                         Setting{2, 1, 4, false, 0, "val"},
                                         Setting{1, 5, 6, false, 0, "ugal_l_vc_h"},
                                         Setting{2, 5, 6, true, 0, "min"},
                                         Setting{2, 5, 3, false, 0.05, "ugal_l_cr"}));

TEST(RouterJournalOff, NothingIsKept) {
  test::NetworkBench bench;
  bench.send(0, 70);
  sc_core::sc_start();
  EXPECT_EQ(bench.network().router(0).journal_end(), nullptr);
  EXPECT_EQ(bench.network().nodes(0).journal_end(), nullptr);
}

}  // namespace
}  // namespace gf::router_journal_test
