// SPDX-License-Identifier: Apache-2.0
// Holds: hw/nvlink/end/link_end.cpp hw/nvlink/end/link_end_control.cpp
// Holds: hw/nvlink/lanes/nvlink_packet.cpp
// What NVLink tells who keeps a journal of hops.
#include "core/trace/hop_journal.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <map>
#include <set>

#include "tests/support/heard_hops.h"
#include "tests/support/nvlink_bench.h"

namespace gf::nvlink_hop_journal_test {
namespace {

using core::HopJournal;
using core::StallCause;
using core::Ticks;

struct JournalLog : test::HeardHops {
  std::set<std::uint64_t> under_way;
  void leaves(const HopJournal::Hop& hop) override {
    HeardHops::leaves(hop);
    under_way.insert(hop.key);
  }
  void packet_ends(std::uint64_t key, Ticks at) override {
    HeardHops::packet_ends(key, at);
    EXPECT_EQ(under_way.erase(key), 1u);
    EXPECT_LE(hops.back().start, at);
  }
  /// Waits at the heads and behind them of what left by the link, by cause.
  [[nodiscard]] core::StallTimes waits_by(const HopJournal& journal,
                                          const std::string& link) const {
    core::StallTimes all;
    for (const auto& hop : hops) {
      if (journal.link_name(hop.link) != link || hop.credit_class == hw::nvlink::kControl) continue;
      all.add(hop.waited);
      Ticks sum = 0;
      for (const auto span : hop.waited.ticks) sum += span;
      EXPECT_EQ(sum, hop.start - hop.ready) << hop.number << " of " << link;
    }
    return all;
  }
  [[nodiscard]] Ticks behind(const HopJournal& journal, const std::string& link) const {
    Ticks all = 0;
    for (const auto& hop : hops)
      if (journal.link_name(hop.link) == link && hop.credit_class != hw::nvlink::kControl)
        all += hop.ready - hop.arrived;
    return all;
  }
};

/// Sum of all causes.
Ticks total(const core::StallTimes& times) {
  Ticks sum = 0;
  for (const auto span : times.ticks) sum += span;
  return sum;
}

/// GPUs at a switch.
struct Star {
  explicit Star(unsigned gpus, const hw::nvlink::NvlinkParams& link)
      : sw("switch", {}, link, gpus, 1, pool) {
    for (unsigned i = 0; i < gpus; ++i) {
      const std::string n = std::to_string(i);
      ports.push_back(std::make_unique<hw::nvlink::NvlinkPort>(
          ("port_" + n).c_str(), hw::nvlink::NvlinkPortParams{}, link, 1, i, 1, pool));
      gpu.push_back(std::make_unique<test::NvlinkGpu>(("gpu_" + n).c_str()));
      gpu[i]->out.bind(ports[i]->from_gpu);
      connect(ports[i]->link(), sw.port(i));
      for (unsigned j = 0; j < gpus; ++j)
        if (j != i) ports[i]->route(j, 0);
    }
  }
  hw::nvlink::NvlinkPool pool;
  hw::nvlink::NvlinkSwitch sw;
  std::vector<std::unique_ptr<hw::nvlink::NvlinkPort>> ports;
  std::vector<std::unique_ptr<test::NvlinkGpu>> gpu;
};

hw::nvlink::NvlinkParams fixed_lanes() {
  hw::nvlink::NvlinkParams link;
  link.policy = "static";
  return link;
}

TEST(NvlinkHopJournal, AReadGoesOutAndItsDataComeBack) {
  JournalLog heard;
  HopJournal journal(heard);
  Star star(3, fixed_lanes());
  star.gpu[0]->next = test::stream(tlm::TLM_READ_COMMAND, 2, 256, 1);
  sc_core::sc_start();
  ASSERT_EQ(heard.hops.size(), 4u);
  std::vector<std::string> way;
  for (const auto& hop : heard.hops)
    way.push_back(journal.flow_name(hop.flow) + " in " + journal.queue_name(hop.queue) + " by " +
                  journal.link_name(hop.link));
  EXPECT_THAT(
      way, testing::ElementsAre("flow 0->2 reads in port_0.link_0 by port_0.link_0",
                                "flow 0->2 reads in switch.port_0 to port_2 by switch.port_2",
                                "flow 2->0 read data in port_2.link_0 by port_2.link_0",
                                "flow 2->0 read data in switch.port_2 to port_0 by switch.port_0"));
  // Nobody else is there: nothing waits, and the switch takes its 50 ns.
  for (const auto& hop : heard.hops) EXPECT_EQ(hop.arrived, hop.start);
  EXPECT_EQ(heard.hops[1].arrived - heard.hops[0].there,
            sc_core::sc_time(50, sc_core::SC_NS).value());
  EXPECT_THAT((std::vector<unsigned>{heard.hops[0].place, heard.hops[1].place}),
              testing::ElementsAre(0, 1));
  EXPECT_EQ(heard.ended.size(), 2u);
  EXPECT_TRUE(heard.under_way.empty());
}

TEST(NvlinkHopJournal, WaitsAreThoseOfTheStatistics) {
  JournalLog heard;
  HopJournal journal(heard);
  Star star(4, fixed_lanes());
  for (unsigned i = 1; i < 4; ++i)
    star.gpu[i]->next = test::stream(tlm::TLM_WRITE_COMMAND, 0, 256, 200);
  star.gpu[0]->next = test::stream(tlm::TLM_READ_COMMAND, 1, 128, 200);
  sc_core::sc_start();
  EXPECT_TRUE(heard.under_way.empty());
  EXPECT_EQ(heard.ended.size(), 3u * 200 + 2u * 200);
  bool some_lacked_credit = false;
  const auto check = [&](const hw::nvlink::LinkEnd& end) {
    const core::StallTimes waits = heard.waits_by(journal, end.name());
    const core::StallTimes& counted = end.stats().stall.times();
    const auto of = [](const core::StallTimes& times, StallCause cause) {
      return times.ticks[static_cast<std::size_t>(cause)];
    };
    EXPECT_EQ(of(waits, StallCause::kNoCredit), of(counted, StallCause::kNoCredit)) << end.name();
    // What waited behind its own queue is counted as the link's being busy.
    EXPECT_EQ(total(waits) + heard.behind(journal, end.name()), total(counted)) << end.name();
    some_lacked_credit |= of(waits, StallCause::kNoCredit) > 0;
  };
  for (unsigned i = 0; i < 4; ++i) {
    check(star.ports[i]->link());
    check(star.sw.port(i));
  }
  EXPECT_TRUE(some_lacked_credit);
}

TEST(NvlinkHopJournal, ALinkCarriesOnePacketAtATime) {
  JournalLog heard;
  HopJournal journal(heard);
  Star star(3, fixed_lanes());
  for (unsigned i = 1; i < 3; ++i)
    star.gpu[i]->next = test::stream(tlm::TLM_WRITE_COMMAND, 0, 256, 100);
  sc_core::sc_start();
  std::map<HopJournal::Number, Ticks> free;
  std::map<HopJournal::Number, Ticks> busy;
  for (const auto& hop : heard.hops) {
    EXPECT_GE(hop.start, free[hop.link]);
    free[hop.link] = hop.free;
    busy[hop.link] += hop.free - hop.start;
    EXPECT_LT(hop.free, hop.there);
  }
  for (const auto& [link, ticks] : busy)
    if (journal.link_name(link) == "switch.port_0") {
      EXPECT_EQ(ticks, star.sw.port(0).tx.stats().busy.ticks());
    }
}

TEST(NvlinkHopJournal, ReplaysAndTurningLanesTakeTheLink) {
  JournalLog heard;
  HopJournal journal(heard);
  hw::nvlink::NvlinkParams link;
  link.policy = "static";
  link.turn_scope = "direction";
  link.wire.packet_error_rate = 0.05;
  test::NvlinkPair pair(link);
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 256, 2000);
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_US));
  ASSERT_TRUE(pair.a.link().turns.ask(0x1, false));
  sc_core::sc_start();
  Ticks turned = 0, replayed = 0;
  for (const auto& lost : heard.lost) {
    if (journal.link_name(lost.link) != "a.link_0") continue;
    (lost.cause == StallCause::kReplay ? replayed : turned) += lost.span;
  }
  EXPECT_EQ(replayed, pair.a.link().tx.stats().replaying.ticks());
  EXPECT_GT(replayed, 0u);
  EXPECT_GT(turned, 0u);
  EXPECT_TRUE(heard.under_way.empty());
  // Fewer lanes take longer.
  const auto last = std::find_if(heard.hops.rbegin(), heard.hops.rend(), [&](const auto& hop) {
    return journal.flow_name(hop.flow) == "flow 0->1 writes";
  });
  const auto& first = heard.hops.front();
  EXPECT_GT(last->free - last->start, first.free - first.start);
}

TEST(NvlinkHopJournal, NothingIsHeardOfWhereNobodyAsks) {
  Star star(2, fixed_lanes());
  EXPECT_EQ(HopJournal::active(), nullptr);
  star.gpu[0]->next = test::stream(tlm::TLM_READ_COMMAND, 1, 256, 10);
  sc_core::sc_start();
  EXPECT_EQ(star.gpu[0]->read_bytes, 2560u);
}

}  // namespace
}  // namespace gf::nvlink_hop_journal_test
