// SPDX-License-Identifier: Apache-2.0
// Holds: hw/router/routing_if.h
#include "hw/router/routing/torus_routing.h"

#include <gtest/gtest.h>

#include "tests/support/routing_walk.h"

namespace gf::hw::router::torus_routing_test {
namespace {

model::TorusParams shape(unsigned x, unsigned y, unsigned z, bool wrap = true) {
  model::TorusParams params;
  params.x = x;
  params.y = y;
  params.z = z;
  params.wrap = wrap;
  return params;
}

class AnyTorus : public testing::TestWithParam<model::TorusParams> {};

TEST_P(AnyTorus, EveryPacketTakesAShortestWayAndNoWaitsCloseACircle) {
  const model::Torus torus = GetParam().shape();
  const model::RouterGraph graph = router_graph(GetParam());
  for (const unsigned vcs : {2u, 4u}) {
    const DimensionOrderRouting routing(torus, graph, vcs);
    test::Dependencies waits_for;
    for (unsigned src = 0; src < graph.nodes(); ++src) {
      for (unsigned dst = 0; dst < graph.nodes(); ++dst) {
        const auto channels = test::walk(graph, routing, test::packet(src, dst));
        EXPECT_EQ(channels.size(), torus.distance(graph.router_of(src), graph.router_of(dst)));
        for (const auto& [router, port, vc] : channels) EXPECT_LT(vc, vcs);
        test::add_way(waits_for, channels);
      }
    }
    EXPECT_EQ(test::in_cycles(waits_for), 0u) << vcs << " virtual channels";
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, AnyTorus,
                         testing::Values(shape(4, 4, 4), shape(5, 3, 1), shape(2, 2, 2),
                                         shape(8, 1, 1), shape(4, 2, 1), shape(4, 4, 2, false)));

TEST(DimensionOrder, WithoutTheDatelineARingWaitsForItself) {
  const model::RouterGraph graph = router_graph(shape(8, 1, 1));
  const DimensionOrderRouting routing({{8, 1, 1}}, graph, 2);
  test::Dependencies waits_for;
  for (unsigned src = 0; src < 8; ++src) {
    for (unsigned dst = 0; dst < 8; ++dst) {
      auto channels = test::walk(graph, routing, test::packet(src, dst));
      for (auto& [router, port, vc] : channels) vc = 0;
      test::add_way(waits_for, channels);
    }
  }
  EXPECT_GT(test::in_cycles(waits_for), 0u) << "what the test above would not see otherwise";
}

}  // namespace
}  // namespace gf::hw::router::torus_routing_test
