// SPDX-License-Identifier: Apache-2.0
// Holds: hw/pcie/port/egress.cpp hw/pcie/device/copy_engine.cpp hw/link/transmitter.cpp
// What a PCIe tree tells who keeps a journal of hops.
#include "core/trace/hop_journal.h"

#include <gmock/gmock.h>

#include "tests/support/heard_hops.h"
#include "tests/support/pcie_bench.h"

namespace gf::pcie_hop_journal_test {
namespace {

using core::HopJournal;
using test::HeardHops;

TEST(PcieHopJournal, FollowsEachPacketThroughTheRootComplex) {
  HeardHops heard;
  HopJournal journal(heard);
  test::PcieBench bench("t2");
  const hw::pcie::Flow& flow = bench.copy(0, 7, 1024);  // four packets, four parts of each
  sc_core::sc_start();
  // gpu0, k80_0, plx_a: whole; rc, plx_b, k80_3: parts.
  ASSERT_EQ(heard.hops.size(), 4u * 3 + 16u * 3);
  std::vector<std::string> way;
  for (const auto& hop : heard.hops) {
    EXPECT_EQ(journal.flow_name(hop.flow), "copy 0->7");
    if (hop.number == 4 && (way.empty() || way.back() != journal.queue_name(hop.queue)))
      way.push_back(journal.queue_name(hop.queue));
    EXPECT_LT(hop.start, hop.free);
    EXPECT_LE(hop.free, hop.there);
  }
  EXPECT_EQ(way.front(), "gpu0.copy_engine");
  EXPECT_EQ(heard.hops.back().place, 5u);
  EXPECT_EQ(heard.hops.back().number, 4u);
  EXPECT_EQ(heard.ended.size(), 16u);
  EXPECT_GE(heard.credits, 4u * 3 + 16u * 3);
  EXPECT_THAT(heard.flows_ended, testing::ElementsAre(testing::Pair(0u, flow.finished)));
}

TEST(PcieHopJournal, CopiesThatWaitForTheirEngineSayBehindWhom) {
  HeardHops heard;
  HopJournal journal(heard);
  test::PcieBench bench("t2");
  const hw::pcie::Flow& first = bench.copy(0, 2, 4096);
  const hw::pcie::Flow& second = bench.copy(0, 2, 4096);
  sc_core::sc_start();
  ASSERT_EQ(heard.waits.size(), 3u);
  EXPECT_EQ(heard.waits[0].cause, "gpu0.copy_engine sets the copy up");
  EXPECT_EQ(journal.flow_name(heard.waits[1].flow), "copy 0->2 #2");
  EXPECT_EQ(journal.flow_name(heard.waits[1].behind), "copy 0->2");
  EXPECT_GT(heard.waits[1].span, 0u);
  EXPECT_EQ(heard.waits[1].span + heard.waits[2].span, second.first_sent - first.submitted);
}

}  // namespace
}  // namespace gf::pcie_hop_journal_test
