// SPDX-License-Identifier: Apache-2.0
#include "workloads/collectives/rank_ways.h"

#include <gmock/gmock.h>

#include "tests/support/machine_reading.h"
#include "tlm_models/machine/machine_presets.h"

namespace gf::model::rank_ways_test {
namespace {

using testing::ElementsAre;

TEST(RankWays, OfOneNodeNeedNoNetwork) {
  const MachinePlan plan = make_machine("dgx1_v100");
  const RankWays ways = rank_ways(8, &plan);
  EXPECT_TRUE(ways.node_of.empty());
  EXPECT_EQ(ways.between(0, 1), RankWay::kPeer);
  EXPECT_EQ(rank_ways(5, nullptr).between(0, 4), RankWay::kPeer);
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

TEST(RankWays, OfSeveralNodesSendNextToTheCard) {
  const MachinePlan plan = machine_reading::read(kNode);
  const RankWays ways = rank_ways(6, &plan);
  EXPECT_THAT(ways.node_of, ElementsAre(0, 0, 1, 1, 2, 2));
  EXPECT_EQ(ways.between(0, 1), RankWay::kPeer);
  EXPECT_EQ(ways.between(1, 2), RankWay::kNetwork);
  EXPECT_THAT(ways.senders, ElementsAre(ElementsAre(0), ElementsAre(0), ElementsAre(2),
                                        ElementsAre(2), ElementsAre(4), ElementsAre(4)));
}

/// Four GPUs: two below a switch, the others at the root complex.
std::string server(const std::string& cpu, const std::string& parameters) {
  return "about = four GPUs\n[rc0]\nkind = root_complex\nmemory = 100 GB/s 90 ns\ncpu = " + cpu +
         "\nchildren = plx0 pcie gen4 x16, gpu2 pcie gen4 x16, gpu3 pcie gen4 x16\n"
         "[plx0]\nchildren = gpu0 pcie gen4 x16, gpu1 pcie gen4 x16\n"
         "[gpu[0..3]]\npreset = a100_pcie_40\n" +
         parameters;
}

TEST(RankWays, MeetInHostMemoryBeyondSwitches) {
  const auto way = [](const std::string& text, unsigned from, unsigned to) {
    const MachinePlan plan = machine_reading::read(text);
    return rank_ways(4, &plan).between(from, to);
  };
  const std::string plain = server("epyc_milan", "");
  EXPECT_EQ(way(plain, 0, 1), RankWay::kPeer);
  EXPECT_EQ(way(plain, 1, 2), RankWay::kHost);
  EXPECT_EQ(way(plain, 3, 2), RankWay::kHost) << "more than two GPUs";
  EXPECT_EQ(way(server("epyc_milan", "[parameters]\np2p_level = SYS\n"), 1, 2), RankWay::kPeer);
  EXPECT_EQ(way(server("epyc_milan", "[parameters]\np2p = off\n"), 0, 1), RankWay::kHost);
  const std::string pairs = server("epyc_milan", "[parameters]\np2p_level = SYS\np2p = off 1-0\n");
  EXPECT_EQ(way(pairs, 0, 1), RankWay::kHost);
  EXPECT_EQ(way(pairs, 1, 2), RankWay::kPeer);
}

}  // namespace
}  // namespace gf::model::rank_ways_test
