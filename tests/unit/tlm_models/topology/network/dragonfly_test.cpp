// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/topology/network/dragonfly_wiring.cpp
// Holds: tlm_models/topology/network/router_graph.h
// Holds: tlm_models/topology/network/joined_dimensions.h
// The built graph against the closed forms of [DF08].
#include "tlm_models/topology/network/dragonfly.h"

#include <set>

#include "core/base/error.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::model::dragonfly_test {
namespace {

DragonflyParams shape(unsigned p, unsigned a, unsigned h, unsigned g = 0,
                      const std::string& wiring = "consecutive",
                      const std::string& group = "full") {
  DragonflyParams params;
  params.p = p;
  params.a = a;
  params.h = h;
  params.g = g;
  params.wiring = wiring;
  params.group = group;
  return params;
}

class AnyDragonfly : public testing::TestWithParam<DragonflyParams> {};

TEST_P(AnyDragonfly, PortsLeadBackAndGroupsAreJoined) {
  const Dragonfly dragonfly(GetParam());
  const RouterGraph& graph = dragonfly.graph();
  const unsigned p = GetParam().p, a = GetParam().a, h = GetParam().h;
  EXPECT_EQ(graph.nodes(), a * p * dragonfly.groups());
  unsigned unused = 0;
  for (unsigned router = 0; router < graph.routers(); ++router) {
    unsigned globals = 0;
    for (unsigned i = p; i < graph.ports(); ++i) {
      const RouterPort& port = graph.port(router, i);
      EXPECT_NE(port.type, ChannelType::kTerminal);
      if (port.type == ChannelType::kUnused) {
        ++unused;
        continue;
      }
      EXPECT_EQ(graph.port(port.peer, port.peer_port).peer, router);
      EXPECT_EQ(graph.port(port.peer, port.peer_port).peer_port, i);
      const bool same = dragonfly.group_of(port.peer) == dragonfly.group_of(router);
      EXPECT_EQ(port.type == ChannelType::kLocal, same);
      EXPECT_EQ(port.type == ChannelType::kGlobal, dragonfly.global_port(i));
      globals += same ? 0 : 1;
    }
    EXPECT_LE(globals, h);
  }
  EXPECT_LE(unused, dragonfly.groups()) << "at most one spare port a group";
  for (unsigned from = 0; from < dragonfly.groups(); ++from) {
    std::size_t least = ~0u, most = 0;
    for (unsigned to = 0; to < dragonfly.groups(); ++to) {
      if (from == to) continue;
      least = std::min(least, dragonfly.exits(from, to).size());
      most = std::max(most, dragonfly.exits(from, to).size());
    }
    EXPECT_GE(least, 1u) << "one global hop between any two groups";
    EXPECT_LE(most - least, 1u) << "spare channels are spread evenly";
  }
}

TEST_P(AnyDragonfly, LocalPortsLeadThereInDimensionOrder) {
  const Dragonfly dragonfly(GetParam());
  const RouterGraph& graph = dragonfly.graph();
  for (unsigned from = 0; from < GetParam().a; ++from) {
    for (unsigned to = 0; to < GetParam().a; ++to) {
      for (unsigned salt = 0; salt < 3; ++salt) {
        unsigned at = from;
        unsigned hops = 0;
        while (at != to) {
          const unsigned port = dragonfly.local_port(at, to, salt);
          ASSERT_EQ(graph.port(at, port).type, ChannelType::kLocal);
          at = graph.port(at, port).peer;
          ASSERT_LE(++hops, Dragonfly::kDimensions);
        }
        EXPECT_EQ(hops, dragonfly.local_hops(from, to));
      }
    }
  }
}

TEST_P(AnyDragonfly, MinimalWayCrossesOneGlobalChannelAtMost) {
  const Dragonfly dragonfly(GetParam());
  const RouterGraph& graph = dragonfly.graph();
  const unsigned longest = GetParam().group == "full" ? 3 : 1 + 2 * Dragonfly::kDimensions;
  for (unsigned dst = 0; dst < graph.nodes(); dst += 7) {
    const unsigned hops = dragonfly.minimal_hops(1, dst, dst);
    EXPECT_LE(hops, longest);
    EXPECT_EQ(hops == 0, graph.router_of(dst) == 1);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, AnyDragonfly,
    testing::Values(shape(2, 4, 2), shape(4, 8, 4), shape(2, 4, 2, 0, "relative"),
                    shape(2, 4, 2, 0, "circulant"), shape(2, 4, 2, 5),
                    shape(2, 4, 2, 4, "relative"), shape(2, 4, 2, 6, "circulant"), shape(1, 3, 1),
                    shape(2, 4, 2, 2), shape(2, 4, 2, 0, "consecutive", "neighbours"),
                    shape(2, 8, 2, 0, "consecutive", "cube"),
                    shape(2, 8, 4, 7, "relative", "neighbours")));

struct Size {
  unsigned p, a, h, groups, routers, nodes, radix;
};
class DragonflySizes : public testing::TestWithParam<Size> {};

TEST_P(DragonflySizes, AreTheClosedForms) {
  const Size want = GetParam();
  const Dragonfly dragonfly(shape(want.p, want.a, want.h));
  EXPECT_EQ(dragonfly.groups(), want.groups);
  EXPECT_EQ(dragonfly.graph().routers(), want.routers);
  EXPECT_EQ(dragonfly.graph().nodes(), want.nodes);
  EXPECT_EQ(dragonfly.graph().ports(), want.radix);
  EXPECT_EQ(dragonfly.graph().channels(ChannelType::kGlobal), want.groups * (want.groups - 1) / 2);
  EXPECT_EQ(dragonfly.graph().channels(ChannelType::kLocal),
            want.groups * want.a * (want.a - 1) / 2);
}
INSTANTIATE_TEST_SUITE_P(Seed003, DragonflySizes,
                         testing::Values(Size{2, 4, 2, 9, 36, 72, 7},
                                         Size{4, 8, 4, 33, 264, 1056, 15},
                                         Size{6, 12, 6, 73, 876, 5256, 23},
                                         Size{8, 16, 8, 129, 2064, 16512, 31}));

TEST(Dragonfly, ConsecutiveWiringIsBookSims) {
  const DragonflyParams params = shape(2, 4, 2);
  EXPECT_THAT(global_targets(params, 0), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
  EXPECT_THAT(global_targets(params, 3), ElementsAre(0, 1, 2, 4, 5, 6, 7, 8));
  const Dragonfly dragonfly(params);
  EXPECT_EQ(dragonfly.exits(3, 5)[0].router, 3 * 4 + 4 / 2u) << "channel 4 at router 4 / h";
}

TEST(Dragonfly, GroupOfFigureSixAKeepsTheRadixAndFavoursTheNeighbour) {
  const Dragonfly dragonfly(shape(2, 4, 2, 0, "consecutive", "neighbours"));
  EXPECT_EQ(dragonfly.graph().ports(), 7u);
  unsigned to_neighbour = 0;
  for (unsigned port = 2; port < 5; ++port)
    to_neighbour += dragonfly.graph().port(0, port).peer == 1 ? 1 : 0;
  EXPECT_EQ(to_neighbour, 2u);
}

TEST(Dragonfly, GroupOfFigureSixBIsACube) {
  const Dragonfly dragonfly(shape(2, 8, 2, 0, "consecutive", "cube"));
  EXPECT_EQ(dragonfly.graph().ports(), 2u + 3u + 2u);
  EXPECT_EQ(dragonfly.params().a * (dragonfly.params().p + dragonfly.params().h), 32u);
  EXPECT_EQ(dragonfly.local_hops(0, 7), 3u);
}

TEST(Dragonfly, WhatIsNoNetworkIsNamedWithItsRange) {
  const auto refusal = [](const DragonflyParams& params) {
    return test::refusal_of([&] { params.validate(); }, core::ExitCode::kUsage);
  };
  EXPECT_EQ(refusal(shape(2, 4, 2)), "");
  EXPECT_THAT(refusal(shape(2, 4, 2, 10)), HasSubstr("g = 10: expected 2 ... a h + 1 = 9"));
  EXPECT_THAT(refusal(shape(2, 4, 2, 1)), HasSubstr("g = 1"));
  EXPECT_THAT(refusal(shape(2, 6, 2, 0, "consecutive", "cube")), HasSubstr("8, 27 or 64"));
  EXPECT_THAT(refusal(shape(2, 5, 2, 0, "consecutive", "neighbours")), HasSubstr("even"));
  EXPECT_THAT(refusal(shape(16, 40, 16)), HasSubstr("at most 64"));
  EXPECT_THAT(refusal(shape(33, 4, 2)), HasSubstr("dragonfly.p = 33: expected 1 ... 32"));
}

}  // namespace
}  // namespace gf::model::dragonfly_test
