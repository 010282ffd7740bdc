// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/topology/nvlink/nvlink_shapes.h tlm_models/topology/nvlink/nvlink_generations.h
#include "tlm_models/topology/nvlink/nvlink_graph.h"

#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tlm_models/topology/nvlink/nvlink_generations.h"
#include "tlm_models/topology/nvlink/nvlink_shapes.h"

namespace gf::model::nvlink_graph_test {
namespace {

const NvlinkLanes kLanes = nvlink_generation("nvlink2").link;

std::vector<unsigned> links_from(const NvlinkGraph& graph, unsigned gpu) {
  std::vector<unsigned> counts;
  for (unsigned peer = 0; peer < graph.gpus(); ++peer)
    counts.push_back(static_cast<unsigned>(graph.ports_to(gpu, peer).size()));
  return counts;
}

TEST(NvlinkGraph, PortsAreNumberedAsLinksAreJoined) {
  NvlinkGraph graph(2);
  const unsigned bridge = graph.add_switch("nvswitch_0", 1);
  graph.join(1, bridge, 2, kLanes);
  graph.join(0, 1, 1, kLanes);
  EXPECT_EQ(graph.ports(1), 3u);
  EXPECT_THAT(graph.ports_to(1, bridge), ElementsAre(0u, 1u));
  EXPECT_EQ(graph.peer(1, 1).node, bridge);
  EXPECT_EQ(graph.peer(1, 1).port, 1u);
  EXPECT_EQ(graph.peer(0, 0).port, 2u);
  EXPECT_EQ(graph.find("nvswitch_0"), bridge);
  EXPECT_FALSE(graph.find("gpu_2"));
  EXPECT_EQ(graph.rate_of(1).bytes_per_second(), 75e9);
}

TEST(NvlinkGraph, RefusesByName) {
  NvlinkGraph graph(3);
  EXPECT_THAT(test::error_of([&] { graph.join(0, 0, 1, kLanes); }), HasSubstr("node 0 to node 0"));
  EXPECT_THAT(test::error_of([&] { graph.join(0, 3, 1, kLanes); }), HasSubstr("two of the 3"));
  EXPECT_THAT(test::error_of([&] { graph.join(0, 1, 0, kLanes); }), HasSubstr("at least one link"));
  EXPECT_THAT(test::error_of([&] { graph.add_switch("gpu_1", 0); }),
              HasSubstr("a name of its own"));
  EXPECT_THAT(test::error_of([&] { graph.relay(0, 2, 2); }), HasSubstr("three different GPUs"));
  graph.relay(0, 2, 1);
  EXPECT_THAT(test::error_of([&] { graph.relay(0, 2, 1); }), HasSubstr("gpu_1 already relays"));
  EXPECT_TRUE(graph.relays_at(1));
  EXPECT_FALSE(graph.relays_at(2));
}

TEST(NvlinkGraph, GenerationsHaveThePublishedRates) {
  std::vector<double> rates;
  for (const NvlinkGeneration& one : nvlink_generations())
    rates.push_back(one.link.direction().bytes_per_second());
  EXPECT_THAT(rates, ElementsAre(20e9, 25e9, 25e9, 25e9, 50e9));
  EXPECT_EQ(nvlink_generation("nvlink3").link.lanes, 8u);
}

TEST(NvlinkShapes, MeshHasItsPortsByPeer) {
  const NvlinkGraph graph = nvlink_mesh(4, kLanes);
  for (unsigned g = 0; g < 4; ++g) {
    for (unsigned peer = 0; peer < 4; ++peer) {
      if (peer == g) continue;
      EXPECT_THAT(graph.ports_to(g, peer), ElementsAre(peer < g ? peer : peer - 1));
    }
  }
}

TEST(NvlinkShapes, SwitchHasItsPortsByGpu) {
  const NvlinkGraph graph = nvlink_switch(3, kLanes);
  EXPECT_EQ(graph.node(3).name, "nvswitch");
  for (unsigned g = 0; g < 3; ++g) EXPECT_THAT(graph.ports_to(3, g), ElementsAre(g));
}

TEST(NvlinkShapes, HybridCubeMeshOfTheV100) {
  const NvlinkGraph graph = nvlink_hybrid_cube_mesh(6, kLanes);
  EXPECT_THAT(links_from(graph, 0), ElementsAre(0, 1, 1, 2, 2, 0, 0, 0));
  EXPECT_THAT(links_from(graph, 1), ElementsAre(1, 0, 2, 1, 0, 2, 0, 0));
  EXPECT_THAT(links_from(graph, 2), ElementsAre(1, 2, 0, 2, 0, 0, 1, 0));
  EXPECT_THAT(links_from(graph, 7), ElementsAre(0, 0, 0, 1, 2, 1, 2, 0));
  for (unsigned g = 0; g < 8; ++g) EXPECT_EQ(graph.ports(g), 6u);
}

TEST(NvlinkShapes, HybridCubeMeshOfTheP100HasOneLinkEach) {
  const NvlinkGraph graph = nvlink_hybrid_cube_mesh(4, kLanes);
  EXPECT_THAT(links_from(graph, 5), ElementsAre(0, 1, 0, 0, 1, 0, 1, 1));
}

TEST(NvlinkShapes, TwoBoardsOfSixPlanes) {
  NvlinkPlanes shape;
  shape.boards = 2;
  const NvlinkGraph graph = nvlink_planes(16, shape, kLanes);
  EXPECT_EQ(graph.switches(), 12u);
  for (unsigned g = 0; g < 16; ++g) EXPECT_EQ(graph.ports(g), 6u);
  // 18 ports in all, of which 2 are unused.
  for (unsigned s = 16; s < 28; ++s) EXPECT_EQ(graph.ports(s), 16u);
  EXPECT_EQ(graph.ports_to(16, 22).size(), 8u);
  // GPUs, a free row, both rows of switches with one between them, a free row, GPUs.
  EXPECT_THAT(graph.node(0).place, ElementsAre(0u, 0u));
  EXPECT_THAT(graph.node(16).place, ElementsAre(1u, 2u));
  EXPECT_THAT(graph.node(22).place, ElementsAre(1u, 4u));
  EXPECT_THAT(graph.node(15).place, ElementsAre(7u, 6u));
  EXPECT_THAT(test::error_of([&] { nvlink_planes(15, shape, kLanes); }),
              HasSubstr("a divisor of gpus = 15"));
}

}  // namespace
}  // namespace gf::model::nvlink_graph_test
