// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/library_ranks.h"

#include <gmock/gmock.h>
#include <set>

#include "tests/support/machine_reading.h"
#include "tlm_models/machine/machine_presets.h"

namespace gf::model::library_ranks_test {
namespace {

using testing::ElementsAre;

TEST(LibraryRanks, OfOneNodeHaveItsRings) {
  const MachinePlan plan = make_machine("dgx1_v100");
  const LibraryRanks of = library_ranks(8, &plan);
  EXPECT_EQ(of.nodes(), 1u);
  EXPECT_EQ(of.ring.channels.size(), 6u);
  EXPECT_EQ(of.capability, 70u);
  EXPECT_TRUE(of.relays.empty());
}

TEST(LibraryRanks, WithoutAMachineHaveUsualRings) {
  const MachinePlan plan = make_machine("dgx1_v100");
  for (const MachinePlan* const machine : {static_cast<const MachinePlan*>(nullptr), &plan}) {
    const LibraryRanks of = library_ranks(3, machine);
    EXPECT_EQ(of.ring.channels.size(), 4u);
    EXPECT_THAT(of.ring.channels.front().ranks, ElementsAre(0, 1, 2));
  }
}

/// Three nodes: GPUs on NVLink, and one card, which is next to GPU 0.
constexpr const char* kNode = R"(about = two GPUs and a card
[rc0]
kind = root_complex
children = plx0 pcie gen4 x16, gpu1 pcie gen4 x16
[plx0]
children = gpu0 pcie gen4 x16, nic0 pcie gen4 x16
[nic0]
kind = nic
[gpu[0..1]]
preset = a100
[gpu0]
links = gpu1 nvlink3 x4
[network]
kind = fat_tree
k = 4
n = 1
nodes = 3
)";

TEST(LibraryRanks, OfSeveralNodesGoFromNodeToNode) {
  const MachinePlan plan = machine_reading::read(kNode);
  const LibraryRanks of = library_ranks(6, &plan);
  EXPECT_EQ(of.nodes(), 3u);
  EXPECT_THAT(of.ways.node_of, ElementsAre(0, 0, 1, 1, 2, 2));
  ASSERT_FALSE(of.ring.channels.empty());
  for (std::size_t i = 0; i < of.ring.channels.size(); ++i) {
    const std::vector<unsigned>& ring = of.ring.channels[i].ranks;
    EXPECT_EQ(std::set<unsigned>(ring.begin(), ring.end()).size(), 6u);
    for (std::size_t place = 0; place < 6; ++place)
      EXPECT_EQ(of.ways.node_of[ring[place]], place / 2) << "a node's GPUs follow each other";
    for (const auto& [rank, relay] : of.relays[i]) {
      EXPECT_EQ(relay % 2, 0u) << "the GPU next to the card";
      EXPECT_EQ(of.ways.node_of[rank], of.ways.node_of[relay]);
    }
    for (std::size_t place = 1; place < 6; place += 2)
      EXPECT_EQ(of.relays[i].count(ring[place]), ring[place] % 2)
          << "GPU 1 sends by way of GPU 0, which sends by itself";
  }
}

/// Four GPUs: two below a switch, the others at the root complex.
std::string server(const std::string& cpu, const std::string& parameters) {
  return "about = four GPUs\n[rc0]\nkind = root_complex\nmemory = 100 GB/s 90 ns\ncpu = " + cpu +
         "\nchildren = plx0 pcie gen4 x16, gpu2 pcie gen4 x16, gpu3 pcie gen4 x16\n"
         "[plx0]\nchildren = gpu0 pcie gen4 x16, gpu1 pcie gen4 x16\n"
         "[gpu[0..3]]\npreset = a100_pcie_40\n" +
         parameters;
}

TEST(LibraryRanks, MeetInHostMemoryBeyondSwitches) {
  const auto way = [](const std::string& text, unsigned from, unsigned to) {
    const MachinePlan plan = machine_reading::read(text);
    return library_ranks(4, &plan).ways.between(from, to);
  };
  const std::string plain = server("epyc_milan", "");
  EXPECT_EQ(way(plain, 0, 1), RankWay::kPeer);
  EXPECT_EQ(way(plain, 1, 2), RankWay::kHost);
  EXPECT_EQ(way(plain, 3, 2), RankWay::kHost) << "more than two GPUs";
  EXPECT_EQ(way(server("epyc_milan", "[parameters]\np2p_level = SYS\n"), 1, 2), RankWay::kPeer);
  EXPECT_EQ(way(server("epyc_milan", "[parameters]\np2p = off\n"), 0, 1), RankWay::kHost);
}

}  // namespace
}  // namespace gf::model::library_ranks_test
