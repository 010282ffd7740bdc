// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/copies/exhaustive_graphs.cpp workloads/schedule/inputs/workload_text.cpp
// Holds: workloads/options.h
#include "workloads/copies/copy_generators.h"

#include <set>

#include "core/base/error.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tlm_models/link/device_name.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::model::workload_generators_test::generators_test {
namespace {

using Pairs = std::vector<std::pair<unsigned, unsigned>>;

Pairs pairs(const Schedule& graph) {
  Pairs result;
  for (const Task& c : graph.tasks) result.emplace_back(c.src, c.dst);
  return result;
}

std::string refusal(const std::string& text, const PcieTree& tree = pcie_tree_t2()) {
  return test::error_of([&] { make_copy_graphs(text, tree); }, core::ExitCode::kUsage);
}

TEST(Generators, RootedPatterns) {
  EXPECT_EQ(pairs(workload::scatter(3, 1, core::Bytes(1))), (Pairs{{1, 0}, {1, 2}}));
  EXPECT_EQ(pairs(workload::gather(3, 1, core::Bytes(1))), (Pairs{{0, 1}, {2, 1}}));
}

TEST(Generators, AllToAllOrders) {
  using workload::AllToAllOrder;
  const auto first_four = [](AllToAllOrder order) {
    Pairs all = pairs(workload::all_to_all(4, order, core::Bytes(1)));
    EXPECT_EQ(std::set(all.begin(), all.end()).size(), 12u);
    return Pairs(all.begin() + 3, all.begin() + 6);  // those of GPU 1
  };
  EXPECT_EQ(first_four(AllToAllOrder::kIndex), (Pairs{{1, 0}, {1, 2}, {1, 3}}));
  EXPECT_EQ(first_four(AllToAllOrder::kRotated), (Pairs{{1, 2}, {1, 3}, {1, 0}}));
  EXPECT_EQ(first_four(AllToAllOrder::kXor), (Pairs{{1, 0}, {1, 3}, {1, 2}}));
}

TEST(Generators, AnyMachineHasAllButTheSymmetryOfATree) {
  EXPECT_EQ(pairs(make_copy_graphs("ring", 3u)[0]), (Pairs{{0, 1}, {1, 2}, {2, 0}}));
  EXPECT_THAT(test::error_of([] { make_copy_graphs("exhaustive", 3u); }),
              testing::HasSubstr("workload.kind = exhaustive"));
  EXPECT_TRUE(is_copy_workload("allreduce:bytes=8 B"));
  EXPECT_TRUE(is_copy_workload(" ring ;halo2d"));
  EXPECT_FALSE(is_copy_workload("hpgmg"));
  EXPECT_FALSE(is_copy_workload(""));
}

TEST(Generators, PeerMatrixHasEachPairAlone) {
  const auto all = make_copy_graphs("peer_matrix:bytes=1 KiB,small=4 B", 3u);
  ASSERT_EQ(all.size(), 6u + 3u + 6u);
  EXPECT_EQ(pairs(all[1]), (Pairs{{0, 2}}));
  EXPECT_EQ(pairs(all[7]), (Pairs{{0, 2}, {2, 0}}));
  EXPECT_EQ(all[7].peers, PeerTest::kBothWays);
  EXPECT_EQ(all[9].tasks[0].bytes.count(), 4u);
  EXPECT_THAT(test::error_of([] { make_copy_graphs("peer_matrix", 65u); }),
              testing::HasSubstr("up to 64"));
}

TEST(Generators, HostMatrixHasEachHostAndGpuAlone) {
  const auto all = make_copy_graphs("host_matrix:bytes=1 KiB,small=4 B", {3, 2});
  ASSERT_EQ(all.size(), 3u * 6u);
  EXPECT_EQ(pairs(all[5]), (Pairs{{kFirstHost + 1, 2}}));
  EXPECT_EQ(all[5].peers, PeerTest::kFromHost);
  EXPECT_EQ(pairs(all[6]), (Pairs{{0, kFirstHost}}));
  EXPECT_EQ(all[6].peers, PeerTest::kToHost);
  EXPECT_EQ(all[17].tasks[0].bytes.count(), 4u);
  EXPECT_EQ(all[17].name, "latency_host1_2");
  EXPECT_THAT(test::error_of([] { make_copy_graphs("host_matrix", 3u); }),
              testing::HasSubstr("the key memory"));
}

TEST(Generators, CopiesAreMovedByTheEngineThatIsAsked) {
  EXPECT_EQ(make_copy_graphs("ring:engine=stores", 3u)[0].tasks[2].engine, CopyMeans::kStores);
  EXPECT_EQ(make_copy_graphs("ring", 3u)[0].tasks[2].engine, CopyMeans::kDma);
  EXPECT_THAT(test::error_of([] { make_copy_graphs("ring:engine=cpu", 3u); }),
              testing::HasSubstr("engine = cpu: expected one of dma, stores, loads, agent"));
}

TEST(Generators, RingAndPairwise) {
  EXPECT_EQ(pairs(workload::ring(3, core::Bytes(1))), (Pairs{{0, 1}, {1, 2}, {2, 0}}));
  EXPECT_EQ(pairs(workload::pairwise(4, 2, core::Bytes(1))),
            (Pairs{{0, 2}, {1, 3}, {2, 0}, {3, 1}}));
}

TEST(Generators, Halo2dIsTwoRowsOfFour) {
  const auto neighbours = workload::halo_2d_neighbours(8);
  EXPECT_THAT(neighbours[0], ElementsAre(1, 4));
  EXPECT_THAT(neighbours[1], ElementsAre(0, 2, 5));
  EXPECT_THAT(neighbours[4], ElementsAre(0, 5));
  EXPECT_THAT(neighbours[6], ElementsAre(2, 5, 7));
}

TEST(Generators, Halo3dIsACube) {
  const auto neighbours = workload::halo_3d_neighbours(8);
  EXPECT_THAT(neighbours[0], ElementsAre(1, 2, 4));
  EXPECT_THAT(neighbours[7], ElementsAre(3, 5, 6));
  EXPECT_THAT(workload::halo_3d_neighbours(12)[4], ElementsAre(0, 5, 6, 8));
}

TEST(Generators, RandomPairsDifferAndRepeatWithTheSeed) {
  const auto graph = workload::random(8, 56, core::Bytes(1), 1, "r");
  const Pairs all = pairs(graph);
  EXPECT_EQ(std::set(all.begin(), all.end()).size(), 56u);
  EXPECT_EQ(all, pairs(workload::random(8, 56, core::Bytes(1), 1, "r")));
  EXPECT_NE(all, pairs(workload::random(8, 56, core::Bytes(1), 2, "r")));
  EXPECT_NE(all, pairs(workload::random(8, 56, core::Bytes(1), 1, "s")));
}

TEST(Generators, ExhaustiveCountsAgreeWithBurnside) {
  // One edge on T2: to the same board, over a PLX, over the root complex.
  EXPECT_EQ(workload::exhaustive(pcie_tree_t2(), 1, core::Bytes(1)).size(), 3u);
  EXPECT_EQ(workload::exhaustive(pcie_tree_t1(), 1, core::Bytes(1)).size(), 2u);
  // Burnside: subsets of 1 ... 7 of 12 pairs under the 8 automorphisms of two pairs of leaves.
  EXPECT_EQ(workload::exhaustive(pcie_tree_t2_first4(), 7, core::Bytes(1)).size(),
            workload::exhaustive(pcie_tree_t2_even4(), 7, core::Bytes(1)).size());
  EXPECT_EQ(workload::exhaustive(pcie_tree_t2_first4(), 7, core::Bytes(1)).size(), 452u);
}

TEST(Workload, TextGivesTheGenerator) {
  const auto graphs = make_copy_graphs(
      "all_to_all : order = xor , bytes = 1 MiB; ring;ring:bytes=5", pcie_tree_t2());
  ASSERT_EQ(graphs.size(), 3u);
  EXPECT_EQ(graphs[0].tasks.size(), 56u);
  EXPECT_EQ(graphs[0].tasks[0].bytes, core::mebibytes(1));
  EXPECT_EQ(graphs[1].tasks[0].bytes, core::mebibytes(300));
  EXPECT_EQ(graphs[2].name, "ring#2");
  EXPECT_EQ(make_copy_graphs("random:edges=2..7,graphs=100", pcie_tree_t2()).size(), 100u);
  EXPECT_EQ(make_copy_graphs("exhaustive:edges=1", pcie_tree_t2()).size(), 3u);
}

TEST(Workload, SeedOfTheRunIsTheDefault) {
  const auto a = make_copy_graphs("random:edges=7", pcie_tree_t2(), 5);
  EXPECT_EQ(pairs(a[0]), pairs(make_copy_graphs("random:edges=7,seed=5", pcie_tree_t2(), 1)[0]));
  EXPECT_NE(pairs(a[0]), pairs(make_copy_graphs("random:edges=7", pcie_tree_t2(), 6)[0]));
}

TEST(Workload, ErrorsNameWhatIsLegal) {
  EXPECT_THAT(refusal("scater"), AllOf(HasSubstr("scater"), HasSubstr("scatter, gather")));
  EXPECT_THAT(refusal(""), HasSubstr("one of scatter"));
  EXPECT_THAT(refusal("scatter:order=xor"), HasSubstr("scatter:bytes=,root="));
  EXPECT_THAT(refusal("scatter:root=8"), HasSubstr("0 ... 7"));
  EXPECT_THAT(refusal("ring:bytes=0"), HasSubstr("1 B ... 1 TiB"));
  EXPECT_THAT(refusal("ring:bytes=x"), HasSubstr("x"));
  EXPECT_THAT(refusal("ring:bytes"), HasSubstr("bytes"));
  EXPECT_THAT(refusal("ring:bytes=1,bytes=2"), HasSubstr("each key once"));
  EXPECT_THAT(refusal("all_to_all:order=up"), HasSubstr("index, rotated, xor"));
  EXPECT_THAT(refusal("random:edges=57"), HasSubstr("1 ... 56"));
  EXPECT_THAT(refusal("random:edges=5..2"), HasSubstr("5 ... 56"));
  EXPECT_THAT(refusal("random:graphs=0"), HasSubstr("1 ... 1000000"));
  EXPECT_THAT(refusal("exhaustive:edges=5"), HasSubstr("1 ... 4 on 8 GPUs"));
  EXPECT_THAT(refusal("pairwise:distance=0"), HasSubstr("1 ... 7"));
}

TEST(Workload, RefusesMoreCommunicationsThanMemoryIsFor) {
  EXPECT_THAT(refusal("random:edges=5,graphs=1000000"),
              AllOf(HasSubstr("graphs = 1000000"), HasSubstr("4194304 edges in total")));
  EXPECT_THAT(refusal("all_to_all", pcie_tree_chain(2048)),
              AllOf(HasSubstr("GPUs = 2049"), HasSubstr("up to 2048")));
}

}  // namespace
}  // namespace gf::model::workload_generators_test::generators_test
