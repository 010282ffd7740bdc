// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/collectives/channel_file.h
#include "workloads/schedule/collectives/library_ranks.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <set>

#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tlm_models/machine/machine_presets.h"
#include "workloads/collectives/channel_graph_xml.h"
#include "workloads/collectives/channel_search.h"

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

/// Files of channels in the place of those of the search.
class LibraryGraphFile : public testing::Test {
 protected:
  std::string write(const std::string& text) {
    test::write_file(file_, text);
    return file_;
  }
  const test::ScratchDirectory scratch_;
  const std::string file_ = (scratch_ / "graph.xml").string();
};

TEST_F(LibraryGraphFile, ReplacesTheRingsOfTheSearch) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  const MachinePlan plan = make_machine("dgx1_v100");
  ChannelGraph graph = search_rings(plan).graph;
  graph.channels.resize(1);
  std::vector<unsigned>& order = graph.channels.front().ranks;
  std::reverse(order.begin(), order.end());
  const LibraryRanks of = library_ranks(8, &plan, write(channel_graphs_xml({graph}, plan)));
  ASSERT_EQ(of.ring.channels.size(), 1u);
  EXPECT_EQ(of.ring.intra, graph.intra);
  EXPECT_GT(of.tree.channels.size(), 1u) << "the file has no trees";
  EXPECT_EQ(of.channels({}), 2u) << "as many as the smaller of both has, twice";
  EXPECT_EQ(of.rings(2), (std::vector<std::vector<unsigned>>{order, order}));
}

TEST_F(LibraryGraphFile, ALogTellsTheOrderAndTheSearchTheRates) {
  const MachinePlan plan = make_machine("dgx1_v100");
  const LibraryRanks of =
      library_ranks(8, &plan, write("host:1:1 [0] NCCL INFO Channel 00/01 : 0 3 2 1 5 6 7 4\n"));
  EXPECT_THAT(of.rings(1).front(), testing::ElementsAre(0, 3, 2, 1, 5, 6, 7, 4));
  EXPECT_EQ(of.ring.intra, library_ranks(8, &plan).ring.intra);
}

TEST_F(LibraryGraphFile, IsRefusedWhereItCannotHold) {
  const std::string log = write("host:1:1 [0] NCCL INFO Channel 00/01 : 0 1 2 3 4 5 6 7\n");
  const MachinePlan nodes =
      make_machine(GF_SOURCE_DIR "/measurements/field/a18_two_nodes_8a100.ini");
  EXPECT_THAT(test::error_of([&] { (void)library_ranks(16, &nodes, log); }),
              testing::HasSubstr("graph.xml: has channels without a NIC"));
  EXPECT_THAT(test::error_of([&] { (void)library_ranks(3, nullptr, log); }),
              testing::HasSubstr("a machine whose GPUs are the 3 ranks"));
  const MachinePlan plan = make_machine("dgx1_v100");
  EXPECT_THAT(test::error_of([&] { (void)library_ranks(8, &plan, write("nothing\n")); }),
              testing::HasSubstr("graph.xml:1: no reader knows it"));
}

}  // namespace
}  // namespace gf::model::library_ranks_test
