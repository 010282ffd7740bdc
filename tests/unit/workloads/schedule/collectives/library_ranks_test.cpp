// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/library_ranks.h"

#include <gmock/gmock.h>
#include <set>

#include "tlm_models/machine/machine_presets.h"

namespace gf::model::library_ranks_test {
namespace {

TEST(LibraryRanks, WithoutAMachineHaveUsualRings) {
  const MachinePlan plan = make_machine("dgx1_v100");
  for (const MachinePlan* const machine : {static_cast<const MachinePlan*>(nullptr), &plan}) {
    const LibraryRanks of = library_ranks(3, machine);
    EXPECT_EQ(of.nodes, 1u);
    EXPECT_EQ(of.rings(5).size(), 5u);
    EXPECT_THAT(of.rings(5).front(), testing::ElementsAre(0, 1, 2));
  }
}

TEST(LibraryRanks, RingsAndTreesGoFromNodeToNode) {
  const MachinePlan plan =
      make_machine(GF_SOURCE_DIR "/measurements/field/a18_two_nodes_8a100.ini");
  const LibraryRanks of = library_ranks(16, &plan);
  EXPECT_EQ(of.nodes, 2u);
  for (const std::vector<unsigned>& ring : of.rings(8)) {
    EXPECT_EQ(std::set<unsigned>(ring.begin(), ring.end()).size(), 16u);
    for (std::size_t place = 0; place < 16; ++place) EXPECT_EQ(ring[place] / 8, place / 8);
  }
  for (const RankTree& tree : of.trees(8)) {
    unsigned crossings = 0;
    for (unsigned rank = 0; rank < 16; ++rank)
      if (tree.up[rank]) crossings += *tree.up[rank] / 8 != rank / 8 ? 1 : 0;
    EXPECT_EQ(crossings, 1u);
  }
  for (const ChannelGraph* const graph : {&of.ring, &of.tree}) {
    const auto exits = of.exits(*graph, 8);
    ASSERT_EQ(exits.size(), 8u);
    for (const std::vector<unsigned>& by_node : exits) EXPECT_EQ(by_node.size(), 2u);
  }
}

}  // namespace
}  // namespace gf::model::library_ranks_test
