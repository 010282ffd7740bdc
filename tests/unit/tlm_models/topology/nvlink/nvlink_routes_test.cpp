// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/topology/nvlink/nvlink_dependencies.cpp
#include "tlm_models/topology/nvlink/nvlink_routes.h"

#include <array>
#include <set>

#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tlm_models/topology/nvlink/nvlink_generations.h"
#include "tlm_models/topology/nvlink/nvlink_shapes.h"

namespace gf::model::nvlink_routes_test {
namespace {

const NvlinkLanes kLanes = nvlink_generation("nvlink2").link;

NvlinkPlanes planes(unsigned count, unsigned boards) {
  NvlinkPlanes shape;
  shape.planes = count;
  shape.boards = boards;
  return shape;
}

TEST(NvlinkRoutes, PacketsTakeAllLinksBetweenTwoGpus) {
  const NvlinkRoutes routes(nvlink_hybrid_cube_mesh(6, kLanes));
  EXPECT_EQ(routes.ways(0, 3).size(), 2u);
  EXPECT_EQ(routes.ways(0, 1).size(), 1u);
  EXPECT_THAT(routes.path(0, 4), ElementsAre(0, 4));
  EXPECT_FALSE(routes.reaches(0, 5));
  EXPECT_EQ(routes.unreachable().size(), 24u);  // 8 GPUs, 3 each
  routes.check();
}

TEST(NvlinkRoutes, PeersByOtherLinksAreOtherWays) {
  const NvlinkRoutes mesh(nvlink_hybrid_cube_mesh(6, kLanes));
  const auto ways = mesh.peer_ways(0);
  EXPECT_EQ(ways.count, 4u) << "GPUs 1, 2, 3 and 4";
  std::set<unsigned> groups;
  for (unsigned peer = 1; peer <= 4; ++peer) groups.insert(ways.of_peer[peer]);
  EXPECT_THAT(groups, ElementsAre(0, 1, 2, 3));
  const auto by_switches = NvlinkRoutes(nvlink_planes(16, planes(6, 2), kLanes)).peer_ways(3);
  EXPECT_EQ(by_switches.count, 1u) << "all links lead to all peers";
}

/// A relayed peer shares the links of the GPU that relays.
TEST(NvlinkRoutes, RelayedPeersShareAWay) {
  NvlinkGraph graph(4);
  graph.join(0, 1, 1, kLanes);
  graph.join(0, 2, 1, kLanes);
  graph.join(1, 3, 1, kLanes);
  graph.relay(0, 3, 1);
  graph.relay(3, 0, 1);
  const auto ways = NvlinkRoutes(graph).peer_ways(0);
  EXPECT_EQ(ways.count, 2u);
  EXPECT_EQ(ways.of_peer[3], ways.of_peer[1]);
  EXPECT_NE(ways.of_peer[2], ways.of_peer[1]);
}

TEST(NvlinkRoutes, AGpuOnPlanesHasAWayOverEach) {
  const NvlinkRoutes routes(nvlink_planes(16, planes(6, 2), kLanes));
  EXPECT_EQ(routes.ways(3, 4).size(), 6u);
  EXPECT_THAT(routes.path(3, 4, 2), ElementsAre(3, 18, 4));
  EXPECT_THAT(routes.path(3, 12, 5), ElementsAre(3, 21, 27, 12));
  EXPECT_THAT(routes.unreachable(), ElementsAre());
  routes.check();
}

TEST(NvlinkRoutes, EachGpuOfTheOtherBoardHasATrunkOfItsOwn) {
  const NvlinkRoutes routes(nvlink_planes(16, planes(6, 2), kLanes));
  std::set<unsigned> ports;
  for (unsigned g = 8; g < 16; ++g) {
    ASSERT_EQ(routes.ways(16, g).size(), 1u);
    ports.insert(routes.ways(16, g)[0]);
  }
  EXPECT_EQ(ports.size(), 8u);
}

TEST(NvlinkRoutes, OneLevelOfSeventyTwoGpus) {
  const NvlinkRoutes routes(nvlink_planes(72, planes(18, 1), kLanes));
  EXPECT_EQ(routes.ways(71, 0).size(), 18u);
  EXPECT_THAT(routes.path(71, 0, 17), ElementsAre(71, 89, 0));
  routes.check();
}

TEST(NvlinkRoutes, ALinkGoesBeforeASwitch) {
  NvlinkGraph graph(3);
  const unsigned bridge = graph.add_switch("nvswitch_0", 0);
  for (unsigned g = 0; g < 3; ++g) graph.join(g, bridge, 1, kLanes);
  graph.join(0, 1, 1, kLanes);
  const NvlinkRoutes routes(graph);
  EXPECT_THAT(routes.path(0, 1), ElementsAre(0, 1));
  EXPECT_THAT(routes.path(0, 2), ElementsAre(0, bridge, 2));
}

TEST(NvlinkRoutes, RelaysOnlyWhereTheGraphSaysSo) {
  const NvlinkGraph graph = nvlink_hybrid_cube_mesh(6, kLanes);
  EXPECT_THAT(test::error_of([&] { NvlinkRoutes(graph).require_all("pages are anywhere"); }),
              HasSubstr("nvlink.route = gpu_0 to gpu_5"));
  const NvlinkRoutes routes(with_relays(graph));
  EXPECT_THAT(routes.unreachable(), ElementsAre());
  EXPECT_THAT(routes.path(0, 5), ElementsAre(0, 1, 5));
  EXPECT_THAT(routes.path(5, 0), ElementsAre(5, 4, 0));
  routes.require_all("");
  routes.check();
}

TEST(NvlinkRoutes, RelaysInACircleAreRefused) {
  // A ring of four GPUs where each opposite pair goes the same way round.
  NvlinkGraph graph(4);
  for (unsigned g = 0; g < 4; ++g) graph.join(g, (g + 1) % 4, 1, kLanes);
  for (unsigned g = 0; g < 4; ++g) graph.relay(g, (g + 2) % 4, (g + 1) % 4);
  EXPECT_THAT(test::error_of([&] { NvlinkRoutes(graph).check(); }),
              HasSubstr("requests over gpu_0 -> gpu_1, gpu_1 -> gpu_2, gpu_2 -> gpu_3"));
}

TEST(NvlinkRoutes, RelaysNeedALinkAndAPairWithoutAWay) {
  NvlinkGraph graph(4);
  graph.join(0, 1, 1, kLanes);
  graph.join(1, 2, 1, kLanes);
  NvlinkGraph needless = graph;
  needless.relay(0, 1, 2);
  EXPECT_THAT(test::error_of([&] { NvlinkRoutes{needless}; }),
              HasSubstr("without a path of its own"));
  NvlinkGraph apart = graph;
  apart.relay(0, 2, 3);
  EXPECT_THAT(test::error_of([&] { NvlinkRoutes{apart}; }), HasSubstr("a link to gpu_0"));
  NvlinkGraph dead = graph;
  dead.relay(0, 3, 1);
  EXPECT_THAT(test::error_of([&] { NvlinkRoutes(dead).check(); }),
              HasSubstr("the path stops at gpu_1"));
  EXPECT_THAT(test::error_of([&] { with_relays(graph); }), HasSubstr("a GPU with links to both"));
}

TEST(NvlinkRoutes, RelaysOfRelays) {
  NvlinkGraph graph(4);
  for (unsigned g = 0; g < 3; ++g) graph.join(g, g + 1, 1, kLanes);
  for (const auto& [from, to, by] : {std::array{0u, 2u, 1u},
                                     {2u, 0u, 1u},
                                     {1u, 3u, 2u},
                                     {3u, 1u, 2u},
                                     {0u, 3u, 1u},
                                     {3u, 0u, 2u}})
    graph.relay(from, to, by);
  const NvlinkRoutes routes(graph);
  EXPECT_THAT(routes.path(0, 3), ElementsAre(0, 1, 2, 3));
  routes.check();
}

}  // namespace
}  // namespace gf::model::nvlink_routes_test
