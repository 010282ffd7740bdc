// SPDX-License-Identifier: Apache-2.0
#include "hw/router/journal_end.h"

#include <gmock/gmock.h>

#include "core/base/random.h"
#include "hw/router/router_journal.h"
#include "tests/support/heard_packets.h"
#include "tests/support/network_bench.h"

namespace gf::journal_end_test {
namespace {

using core::HopJournal;
using core::Ticks;
using heard_packets::RouterJournal;

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

}  // namespace
}  // namespace gf::journal_end_test
