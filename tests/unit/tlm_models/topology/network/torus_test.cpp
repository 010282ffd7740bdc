// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/topology/network/router_graph.h
#include "tlm_models/topology/network/torus.h"

#include <gmock/gmock.h>

#include "tests/support/channel_dependencies.h"
#include "tests/support/errors.h"

namespace gf::model::torus_test {
namespace {

TorusParams params(unsigned x, unsigned y, unsigned z, bool wrap = true) {
  TorusParams made;
  made.x = x;
  made.y = y;
  made.z = z;
  made.wrap = wrap;
  return made;
}

TEST(Torus, HasThreeChannelsARouter) {
  const auto channels = [](const TorusParams& of) {
    return router_graph(of).channels(ChannelType::kLocal);
  };
  EXPECT_EQ(router_graph(params(4, 4, 4)).nodes(), 64u);
  EXPECT_EQ(channels(params(4, 4, 4)), 3u * 64);
  EXPECT_EQ(channels(params(4, 2, 1)), 2u * 8);
  EXPECT_EQ(channels(params(4, 4, 1, false)), 2u * 4 * 3);
}

TEST(Torus, UpLeadsToTheNextAndDownBack) {
  const Torus torus({5, 3, 2});
  for (unsigned router = 0; router < torus.routers(); ++router) {
    for (unsigned d = 0; d < Torus::kDimensions; ++d) {
      const unsigned up = Torus::direction(d, true);
      const unsigned next = torus.neighbour(router, up);
      EXPECT_EQ(torus.coordinate(next, d), (torus.coordinate(router, d) + 1) % torus.size(d));
      EXPECT_EQ(torus.neighbour(next, Torus::opposite(up)), router);
    }
  }
}

TEST(Torus, PortsOfRoutersAreNodesThenDirections) {
  TorusParams with_two = params(5, 3, 1, false);
  with_two.nodes_per_router = 2;
  const Torus torus = with_two.shape();
  const RouterGraph graph = router_graph(with_two);
  for (unsigned router = 0; router < torus.routers(); ++router) {
    for (unsigned way = 0; way < Torus::kDirections; ++way) {
      const RouterPort& port = graph.port(router, 2 + way);
      ASSERT_EQ(port.type == ChannelType::kLocal, torus.has_channel(router, way));
      if (port.type != ChannelType::kLocal) continue;
      EXPECT_EQ(port.peer, torus.neighbour(router, way));
      EXPECT_EQ(port.peer_port, 2 + Torus::opposite(way));
    }
  }
}

TEST(Torus, DistanceIsShortestOverAllRings) {
  const Torus torus({5, 4, 1});
  EXPECT_EQ(torus.distance(0, 4), 1u) << "over the edge";
  EXPECT_EQ(torus.distance(0, 2 + 5 * 2), 4u);
  EXPECT_EQ(Torus({5, 4, 1}, false).distance(0, 4), 4u);
}

/// Channels from one router to another, each with its class; a short way in dimension order.
std::vector<test::VirtualChannel> walk(const Torus& torus, unsigned from, unsigned to) {
  std::vector<test::VirtualChannel> way;
  unsigned at = from;
  for (Torus::Step step = torus.next(from, at, to); step.direction != Torus::kHere;
       step = torus.next(from, at, to)) {
    EXPECT_GE(step.direction / 2, way.empty() ? 0 : std::get<1>(way.back()) / 2);
    way.emplace_back(at, step.direction, step.ring_class);
    if (way.size() > torus.routers()) break;
    at = torus.neighbour(at, step.direction);
  }
  EXPECT_EQ(at, to);
  EXPECT_EQ(way.size(), torus.distance(from, to));
  return way;
}

TEST(Torus, DimensionOrderIsShortestAndNoWaitsCloseACircle) {
  for (const Torus& torus : {Torus({4, 3, 5}), Torus({4, 5, 2}), Torus({4, 4, 2}, false)}) {
    test::Dependencies waits_for;
    for (unsigned from = 0; from < torus.routers(); ++from) {
      for (unsigned to = 0; to < torus.routers(); ++to)
        test::add_way(waits_for, walk(torus, from, to));
    }
    EXPECT_EQ(test::in_cycles(waits_for), 0u) << to_text(torus);
  }
}

TEST(Torus, OneRouterIsNoNetwork) {
  EXPECT_THAT(test::error_of([] { router_graph(params(1, 1, 1)); }),
              testing::HasSubstr("at least 2 routers"));
}

TEST(Torus, ADimensionHasItsLimits) {
  EXPECT_THAT(test::error_of([] { router_graph(params(4, 65, 1)); }),
              testing::HasSubstr("torus.y = 65: expected 1 ... 64"));
}

}  // namespace
}  // namespace gf::model::torus_test
