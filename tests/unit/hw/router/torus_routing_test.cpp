// SPDX-License-Identifier: Apache-2.0
#include "hw/router/routing/torus_routing.h"

#include <gtest/gtest.h>

#include "tests/support/channel_dependencies.h"

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

/// VCs of the channels from one node to another; fails where it does not get there.
std::vector<test::ChannelVc> walk(const model::Torus& torus, const RoutingIf& routing, unsigned src,
                                  unsigned dst) {
  Flit head;
  head.src = src;
  head.dst = dst;
  std::vector<test::ChannelVc> way;
  unsigned router = torus.graph().router_of(src);
  while (way.size() < 200) {
    const Hop hop = routing.next(head, router);
    const model::RouterPort& port = torus.graph().port(router, hop.port);
    if (port.type == model::ChannelType::kTerminal) {
      EXPECT_EQ(port.peer, dst);
      return way;
    }
    EXPECT_EQ(port.type, model::ChannelType::kLocal);
    way.emplace_back(router, hop.port, hop.vc);
    router = port.peer;
  }
  ADD_FAILURE() << src << "->" << dst << " does not arrive";
  return way;
}

class AnyTorus : public testing::TestWithParam<model::TorusParams> {};

TEST_P(AnyTorus, EveryPacketTakesAShortestWayAndNoWaitsCloseACircle) {
  const model::Torus torus(GetParam());
  for (const unsigned vcs : {2u, 4u}) {
    const DimensionOrderRouting routing(torus, vcs);
    test::Dependencies waits_for;
    for (unsigned src = 0; src < torus.graph().nodes(); ++src) {
      for (unsigned dst = 0; dst < torus.graph().nodes(); ++dst) {
        const auto way = walk(torus, routing, src, dst);
        EXPECT_EQ(way.size(),
                  torus.distance(torus.graph().router_of(src), torus.graph().router_of(dst)));
        for (const auto& [router, port, vc] : way) EXPECT_LT(vc, vcs);
        test::add_way(waits_for, way);
      }
    }
    EXPECT_EQ(test::in_cycles(waits_for), 0u) << vcs << " virtual channels";
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, AnyTorus,
                         testing::Values(shape(4, 4, 4), shape(5, 3, 1), shape(2, 2, 2),
                                         shape(8, 1, 1), shape(4, 2, 1), shape(4, 4, 2, false)));

TEST(DimensionOrder, WithoutTheDatelineARingWaitsForItself) {
  const model::Torus torus(shape(8, 1, 1));
  const DimensionOrderRouting routing(torus, 2);
  test::Dependencies waits_for;
  for (unsigned src = 0; src < 8; ++src) {
    for (unsigned dst = 0; dst < 8; ++dst) {
      auto way = walk(torus, routing, src, dst);
      for (auto& [router, port, vc] : way) vc = 0;
      test::add_way(waits_for, way);
    }
  }
  EXPECT_GT(test::in_cycles(waits_for), 0u) << "what the test above would not see otherwise";
}

}  // namespace
}  // namespace gf::hw::router::torus_routing_test
