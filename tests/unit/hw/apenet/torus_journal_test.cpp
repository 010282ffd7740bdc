// SPDX-License-Identifier: Apache-2.0
// Holds: hw/apenet/network/torus_switch.cpp hw/apenet/nios/processor.cpp
// Holds: hw/apenet/network/torus_journal.cpp
// What the switches of a torus and the cards' processors tell who keeps a journal of hops.
#include <algorithm>
#include <map>
#include <set>

#include "core/trace/hop_journal.h"
#include "tests/support/apenet_bench.h"
#include "tests/support/heard_hops.h"

namespace gf::hw::apenet::torus_journal_test {
namespace {

using core::HopJournal;
using core::Ticks;

/// Of messages; those of PCIe are left out.
struct JournalLog : test::HeardHops {
  void leaves(const HopJournal::Hop& hop) override {
    if (HopJournal::active()->queue_name(hop.queue).rfind("switch_", 0) == 0)
      HeardHops::leaves(hop);
  }
};

struct ApenetJournal : testing::Test, test::ApenetBench {
  JournalLog heard;
  HopJournal journal{heard};
};

TEST_F(ApenetJournal, MessagesAreNumberedByTheirPair) {
  build(model::Torus{{4, 2, 1}});
  const std::uint64_t from = buffer(8192, false, 0);
  const std::uint64_t near = buffer(8192, false, 1);
  const std::uint64_t far = buffer(8192, false, 6);
  sc_core::sc_start();
  host(0).put({from, 8192, 1, 1, near});
  host(0).put({from, 4096, 6, 1, far});
  host(0).put({from, 4096, 1, 1, near});
  run();
  std::map<std::string, std::vector<HopJournal::Hop>> by_flow;
  for (const auto& hop : heard.hops) by_flow[journal.flow_name(hop.flow)].push_back(hop);
  ASSERT_EQ(by_flow.size(), 3u);
  EXPECT_EQ(by_flow.at("message 0->1").size(), 2u * 2) << "two packets: a link, the card";
  EXPECT_EQ(by_flow.at("message 0->1 #2").size(), 2u);
  const auto& way = by_flow.at("message 0->6");
  ASSERT_EQ(way.size(), 4u) << "two links of the x ring, one of y, the card";
  EXPECT_EQ(journal.queue_name(way[0].queue), "switch_0.local");
  EXPECT_EQ(journal.link_name(way[3].link), "switch_6 to the card");
  for (unsigned place = 0; place < 4; ++place) {
    EXPECT_EQ(way[place].place, place);
    if (place == 0) continue;
    EXPECT_GE(way[place].arrived, way[place - 1].start);
  }
}

/// Every node to one: links and the buffer of the card that receives are fought for.
TEST_F(ApenetJournal, WaitsAreThoseOfTheStatistics) {
  build(model::Torus{{4, 2, 1}});
  std::uint64_t from[8], to = 0;
  for (unsigned node = 0; node < 8; ++node) from[node] = buffer(32768, false, node);
  to = buffer(32768, false, 5);
  sc_core::sc_start();
  for (unsigned node = 0; node < 8; ++node)
    if (node != 5) host(node).put({from[node], 32768, 5, 1, to});
  run();
  Ticks blocked = 0, told = 0;
  core::StallTimes waited, stall;
  std::uint64_t injected = 0;
  for (unsigned node = 0; node < 8; ++node) {
    blocked += torus_switch(node).stats().blocked.value().value();
    stall.add(torus_switch(node).stats().stall.times());
    injected += torus_switch(node).stats().injected.value();
  }
  for (const auto& hop : heard.hops) {
    told += hop.start - hop.arrived - hop.source_time;
    waited.add(hop.waited);
    // Behind others of its own queue.
    waited.add(core::StallCause::kBufferFull, hop.ready - hop.arrived - hop.source_time);
  }
  EXPECT_GT(blocked, 0u);
  EXPECT_EQ(told, blocked);
  EXPECT_EQ(waited.ticks, stall.ticks);
  const auto ends = [](const HopJournal::Hop& hop) { return hop.there == hop.start; };
  EXPECT_EQ(std::count_if(heard.hops.begin(), heard.hops.end(), ends), std::ptrdiff_t(injected))
      << "each packet that begins ends";
}

TEST_F(ApenetJournal, ProcessorsTellOfEachTask) {
  build(model::Torus{{2, 1, 1}});
  const std::uint64_t from = buffer(16384, true, 0);
  const std::uint64_t to = buffer(16384, true, 1);
  sc_core::sc_start();
  host(0).put({from, 16384, 1, 1, to});
  run();
  ASSERT_EQ(heard.tasks.size(), 2u);
  for (const auto& [processor, tasks] : heard.tasks) {
    const auto& stats = card(journal.queue_name(processor) == card(0).nios.name() ? 0 : 1).nios;
    Ticks busy = 0, ended = 0;
    for (const auto& task : tasks) {
      EXPECT_LE(task.posted, task.began);
      EXPECT_LE(ended, task.began) << "one at a time";
      busy += task.ended - task.began;
      ended = task.ended;
    }
    EXPECT_EQ(tasks.size(), stats.stats().tasks.value());
    EXPECT_EQ(busy, stats.stats().busy.value().value());
  }
}

}  // namespace
}  // namespace gf::hw::apenet::torus_journal_test
