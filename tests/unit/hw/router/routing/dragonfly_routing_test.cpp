// SPDX-License-Identifier: Apache-2.0
// Holds: hw/router/routing_if.h tlm_models/topology/network/dragonfly_wiring.cpp
// Every way of every routing, walked over the graph.
#include "hw/router/routing/dragonfly_routing.h"

#include <map>
#include <set>

#include "core/base/error.h"
#include "tests/support/channel_dependencies.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tests/support/routing_walk.h"

namespace gf::hw::router::dragonfly_routing_test {
namespace {

using model::ChannelType;
using model::Dragonfly;
using model::DragonflyParams;
using test::in_cycles;
using test::packet;
using test::VirtualChannel;

DragonflyParams shape(const std::string& group = "full", unsigned a = 4, unsigned g = 0) {
  DragonflyParams params;
  params.p = 2;
  params.a = a;
  params.h = 2;
  params.g = g;
  params.group = group;
  return params;
}

/// Queues as the test says.
struct Queues : CongestionIf {
  unsigned queue(unsigned router, unsigned port) const override {
    const auto found = ports.find({router, port});
    return found == ports.end() ? 0 : found->second;
  }
  unsigned queue(unsigned router, unsigned port, unsigned vc) const override {
    const auto found = vcs.find({router, port, vc});
    return found == vcs.end() ? 0 : found->second;
  }
  unsigned waiting(unsigned router, unsigned port) const override { return queue(router, port); }
  unsigned waiting(unsigned router, unsigned port, unsigned vc) const override {
    return queue(router, port, vc);
  }
  unsigned backlog(unsigned router, unsigned port) const override { return queue(router, port); }
  std::map<std::pair<unsigned, unsigned>, unsigned> ports;
  std::map<std::tuple<unsigned, unsigned, unsigned>, unsigned> vcs;
};

/// Router-to-router channels that `head` crosses; fails where it does not get to its node. With
/// `queues` it is decided on the way as routers do, else it goes as it is.
std::vector<VirtualChannel> walk(RoutingIf& routing, const Dragonfly& dragonfly, Flit head,
                                 const CongestionIf* queues = nullptr) {
  const auto channels =
      test::walk(dragonfly.graph(), routing, head, [&](Flit& flit, unsigned router) {
        if (queues == nullptr || (flit.decided && !routing.decides_everywhere())) return;
        routing.decide(flit, router, *queues);
        flit.decided = true;
      });
  for (const VirtualChannel& channel : channels) EXPECT_LT(std::get<2>(channel), routing.vcs());
  return channels;
}

/// Queues that are empty, and the channels that are dead.
struct DeadChannels : Queues {
  bool dead(unsigned router, unsigned port) const override {
    return channels.count({router, port}) > 0;
  }
  std::set<std::pair<unsigned, unsigned>> channels;
};

/// The channels of a way on which each router avoids those of its own that are dead.
std::vector<VirtualChannel> walk_around(RoutingIf& routing, const Dragonfly& dragonfly, Flit head,
                                        const DeadChannels& queues) {
  const auto channels =
      test::walk(dragonfly.graph(), routing, head,
                 [&](Flit& flit, unsigned router) { routing.avoid_dead(flit, router, queues); });
  for (const auto& [router, port, vc] : channels)
    EXPECT_FALSE(queues.dead(router, port)) << head.src << "->" << head.dst;
  return channels;
}

/// Every way that a routing may take between two nodes.
std::vector<Flit> ways(const std::string& routing, const Dragonfly& dragonfly, unsigned src,
                       unsigned dst) {
  std::vector<Flit> all;
  const unsigned from = dragonfly.group_of_node(src);
  const unsigned to = dragonfly.group_of_node(dst);
  Flit minimal = packet(src, dst);
  minimal.first_vc = routing == "min" ? 0 : 1;
  if (routing != "val" || from == to) all.push_back(minimal);
  for (unsigned via = 0; via < dragonfly.groups() && routing != "min" && from != to; ++via) {
    if (via == from || via == to) continue;
    Flit flit = packet(src, dst);
    flit.minimal = false;
    flit.via = via;
    all.push_back(flit);
  }
  return all;
}

/// All outputs of one router, but that by which a packet comes off best, are long: it takes a
/// detour there, if it may.
struct DetourAt : Queues {
  DetourAt(const Dragonfly& dragonfly, unsigned at, unsigned dst) : router(at) {
    minimal = dragonfly.exit(at, dragonfly.group_of_node(dst), dst);
    port = minimal.router == at ? minimal.port : dragonfly.local_port(at, minimal.router, dst);
  }
  unsigned queue(unsigned from, unsigned by) const override {
    return from == router && by == port ? 1000 : 0;
  }
  unsigned queue(unsigned from, unsigned by, unsigned vc) const override {
    return vc == 1 ? 0 : queue(from, by);  // detours of par begin in VC 1
  }
  Dragonfly::Exit minimal{};
  unsigned router;
  unsigned port = 0;
};

/// Waits of all ways of `par`: no detour, and a detour at each router of the first group, by groups
/// that are drawn until all have been. `folded`: VC 3 is VC 2, as with one class less.
std::size_t cycles_of_progressive(const Dragonfly& dragonfly, bool folded) {
  const auto routing = make_dragonfly_routing("par", dragonfly, 1);
  test::Dependencies waits_for;
  const auto add = [&](unsigned src, unsigned dst, const CongestionIf& queues) {
    auto way = walk(*routing, dragonfly, packet(src, dst), &queues);
    for (VirtualChannel& channel : way)
      if (folded) std::get<2>(channel) = std::min(std::get<2>(channel), 2u);
    test::add_way(waits_for, way);
  };
  const unsigned routers = dragonfly.graph().nodes() / 2;  // p = 2
  for (unsigned source = 0; source < routers; ++source) {
    for (unsigned dst = 0; dst < dragonfly.graph().nodes(); ++dst) {
      add(2 * source, dst, Queues());
      const unsigned group = dragonfly.group_of(source);
      if (group == dragonfly.group_of_node(dst)) continue;
      for (unsigned at = 0; at < routers; ++at)
        for (int draw = 0; draw < 8 && dragonfly.group_of(at) == group; ++draw)
          add(2 * source, dst, DetourAt(dragonfly, at, dst));
    }
  }
  return in_cycles(waits_for);
}

std::size_t channels_in_cycles(const std::string& name, const Dragonfly& dragonfly) {
  if (name == "par") return cycles_of_progressive(dragonfly, false);
  const auto routing = make_dragonfly_routing(name, dragonfly, 1);
  test::Dependencies waits_for;
  for (unsigned src = 0; src < dragonfly.graph().nodes(); src += 2) {  // p = 2: once a router
    for (unsigned dst = 0; dst < dragonfly.graph().nodes(); ++dst) {
      for (const Flit& way : ways(name, dragonfly, src, dst)) {
        test::add_way(waits_for, walk(*routing, dragonfly, way));
      }
    }
  }
  return in_cycles(waits_for);
}

class AnyRouting : public testing::TestWithParam<std::string> {};

TEST_P(AnyRouting, ChannelDependencyGraphHasNoCycle) {
  EXPECT_EQ(channels_in_cycles(GetParam(), Dragonfly(shape())), 0u) << "N = 72";
  EXPECT_EQ(channels_in_cycles(GetParam(), Dragonfly(shape("neighbours"))), 0u);
  EXPECT_EQ(channels_in_cycles(GetParam(), Dragonfly(shape("full", 4, 5))), 0u)
      << "parallel channels";
}

TEST_P(AnyRouting, DecidesForAWayThatArrives) {
  const Dragonfly dragonfly(shape("cube", 8, 7));
  const auto routing = make_dragonfly_routing(GetParam(), dragonfly, 1);
  const Queues idle;
  for (unsigned src = 0; src < dragonfly.graph().nodes(); src += 3) {
    for (unsigned dst = 0; dst < dragonfly.graph().nodes(); dst += 5) {
      Flit head = packet(src, dst);
      walk(*routing, dragonfly, head, &idle);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Names, AnyRouting,
                         testing::ValuesIn(dragonfly_routing_registry().names()));

TEST(DragonflyRouting, CheckOfCyclesFindsThem) {
  const VirtualChannel a{0, 0, 0}, b{1, 0, 0}, c{2, 0, 0};
  EXPECT_EQ(in_cycles({{a, {b}}, {b, {c}}, {c, {}}}), 0u);
  EXPECT_EQ(in_cycles({{a, {b}}, {b, {a}}, {c, {a}}}), 3u);
}

TEST(DragonflyRouting, HopsAreCountedByType) {
  const Dragonfly dragonfly(shape());
  const auto routing = make_dragonfly_routing("min", dragonfly, 1);
  for (unsigned dst = 1; dst < dragonfly.graph().nodes(); ++dst) {
    Flit head = packet(0, dst);
    const std::size_t channels = walk(*routing, dragonfly, head).size();
    EXPECT_EQ(channels, dragonfly.minimal_hops(0, dst, dst));
  }
}

TEST(DragonflyRouting, ValiantDrawsEveryOtherGroup) {
  const Dragonfly dragonfly(shape());
  const auto routing = make_dragonfly_routing("val", dragonfly, 1);
  std::set<unsigned> seen;
  for (int i = 0; i < 500; ++i) {
    Flit head = packet(0, 40);  // group 0 to group 5
    routing->decide(head, 0, Queues());
    EXPECT_FALSE(head.minimal);
    seen.insert(head.via);
  }
  EXPECT_THAT(seen, testing::ElementsAre(1, 2, 3, 4, 6, 7, 8));
  Flit inside = packet(0, 7);
  routing->decide(inside, 0, Queues());
  EXPECT_TRUE(inside.minimal) << "traffic within a group goes minimally";
}

/// Node 0 to group 4, and what each UGAL does when these queues are long, those elsewhere empty.
struct Choice {
  const char* routing;
  unsigned port_queue;
  unsigned vc_queue;
  unsigned global_queue;
  bool minimal;
};
class UgalChoice : public testing::TestWithParam<Choice> {};

TEST_P(UgalChoice, GoesByItsQueues) {
  const Choice want = GetParam();
  const Dragonfly dragonfly(shape());
  const auto routing = make_dragonfly_routing(want.routing, dragonfly, 1);
  const Dragonfly::Exit exit = dragonfly.exit(0, 4, 32);
  ASSERT_NE(exit.router, 0u);
  const unsigned port = dragonfly.local_port(0, exit.router, 32);
  Queues queues;
  queues.ports[{0, port}] = want.port_queue;
  queues.vcs[{0, port, 1}] = want.vc_queue;
  queues.ports[{exit.router, exit.port}] = want.global_queue;
  bool always = true, never = true;
  for (int i = 0; i < 200; ++i) {
    Flit head = packet(0, 32);  // group 4: by another router of the group
    routing->decide(head, 0, queues);
    always = always && head.minimal;
    never = never && !head.minimal;
  }
  EXPECT_EQ(always, want.minimal);
}
INSTANTIATE_TEST_SUITE_P(
    Rules, UgalChoice,
    testing::Values(Choice{"ugal_l", 0, 0, 9, true}, Choice{"ugal_l", 9, 0, 0, false},
                    Choice{"ugal_g", 9, 9, 0, true}, Choice{"ugal_g", 0, 0, 9, false},
                    Choice{"ugal_l_vc", 9, 0, 9, true}, Choice{"ugal_l_vc", 0, 9, 0, false},
                    Choice{"ugal_l_vc_h", 9, 0, 0, false}));

TEST(DragonflyRouting, HybridLooksAtLanesWhereBothWaysShareAPort) {
  const Dragonfly dragonfly(shape());
  // Groups 5 and 6 are both left by router 2 of group 0: one port there.
  const auto exit5 = dragonfly.exit(0, 5, 40), exit6 = dragonfly.exit(0, 6, 40);
  ASSERT_EQ(exit5.router, exit6.router);
  const unsigned port = dragonfly.local_port(0, exit5.router, 40);
  Queues queues;
  queues.ports[{0, port}] = 50;
  queues.vcs[{0, port, 1}] = 50;  // all of it minimal
  const auto hybrid = make_dragonfly_routing("ugal_l_vc_h", dragonfly, 1);
  const auto plain = make_dragonfly_routing("ugal_l", dragonfly, 1);
  bool hybrid_avoids = false, plain_avoids = false;
  for (int i = 0; i < 300; ++i) {
    Flit a = packet(0, 40), b = packet(0, 40);
    hybrid->decide(a, 0, queues);
    plain->decide(b, 0, queues);
    hybrid_avoids = hybrid_avoids || (!a.minimal && a.via == 6);
    plain_avoids = plain_avoids || (!b.minimal && b.via == 6);
  }
  EXPECT_TRUE(hybrid_avoids);
  EXPECT_FALSE(plain_avoids) << "50 H_m <= 50 H_nm: the shared port hides it";
}

TEST(DragonflyRouting, FixedWeightsFavourTheMinimalWay) {
  const Dragonfly dragonfly(shape());
  const Dragonfly::Exit exit = dragonfly.exit(0, 4, 32);
  Queues queues;
  queues.ports[{0, dragonfly.local_port(0, exit.router, 32)}] = 30;
  const auto detours = [&](const std::pair<const char*, unsigned>& given) {
    UgalRule rule;
    rule.rule = given.first;
    rule.threshold = given.second;
    rule.queue = "credits";
    const auto routing = make_dragonfly_routing("ugal_l", dragonfly, 1, rule);
    for (int i = 0; i < 200; ++i) {
      Flit head = packet(0, 32);
      routing->decide(head, 0, queues);
      if (!head.minimal) return true;
    }
    return false;
  };
  EXPECT_TRUE(detours({"paper", 0}));
  EXPECT_TRUE(detours({"booksim", 29}));
  EXPECT_FALSE(detours({"booksim", 30})) << "1 * 30 <= 2 * 0 + 30";
}

TEST(DragonflyRouting, UgalLeavesItsGroupByAnotherChannelWhereOneIsDead) {
  const Dragonfly dragonfly(shape());
  const auto routing = make_dragonfly_routing("ugal_l", dragonfly, 1);
  DeadChannels queues;
  const Dragonfly::Exit exit = dragonfly.exit(0, 4, 32);
  queues.channels.insert({exit.router, exit.port});
  test::Dependencies waits_for;
  for (unsigned src = 0; src < dragonfly.graph().nodes(); ++src) {
    for (unsigned dst = 0; dst < dragonfly.graph().nodes(); ++dst) {
      for (const Flit& way : ways("ugal_l", dragonfly, src, dst)) {
        // The ways of others by this group would cross it behind their first global channel.
        const bool behind = !way.minimal && way.via == 0 && dragonfly.group_of_node(dst) == 4;
        if (!behind) test::add_way(waits_for, walk_around(*routing, dragonfly, way, queues));
      }
    }
  }
  EXPECT_EQ(in_cycles(waits_for), 0u);
}

TEST(DragonflyRouting, ProgressiveOneNeedsItsSixthClass) {
  EXPECT_GT(cycles_of_progressive(Dragonfly(shape()), true), 0u);
}

TEST(DragonflyRouting, ProgressiveOneTurnsWhereTheQueueIs) {
  const Dragonfly dragonfly(shape());
  const Dragonfly::Exit exit = dragonfly.exit(0, 4, 32);
  const auto routing = make_dragonfly_routing("par", dragonfly, 1);
  Queues queues;
  queues.ports[{exit.router, exit.port}] = 9;
  int detours = 0;
  for (int i = 0; i < 100; ++i) {
    Flit head = packet(0, 32);
    routing->decide(head, 0, queues);
    head.decided = true;
    ASSERT_TRUE(head.minimal) << "its own router sees nothing";
    ASSERT_EQ(routing->next(head, 0).vc, 0u);
    routing->decide(head, exit.router, queues);
    detours += head.minimal ? 0 : 1;
    const unsigned vc = routing->next(head, exit.router).vc;
    EXPECT_EQ(vc, head.minimal ? 2u : 1u);
  }
  EXPECT_EQ(detours, 100);
}

TEST(DragonflyRouting, ProgressiveOneDecidesNoMoreOutsideItsGroup) {
  const Dragonfly dragonfly(shape());
  const auto routing = make_dragonfly_routing("par", dragonfly, 1);
  Flit head = packet(0, 32);
  head.decided = true;
  head.minimal = false;
  head.via = 3;
  routing->decide(head, 1, Queues());
  EXPECT_FALSE(head.minimal) << "a detour stays one";
  head.minimal = true;
  head.hops_global = 1;
  head.first_vc = 2;
  routing->decide(head, 5, Queues());
  EXPECT_EQ(head.first_vc, 2u) << "past its first group";
}

TEST(DragonflyRouting, UnknownNameListsTheKnownOnes) {
  const Dragonfly dragonfly(shape());
  EXPECT_THAT(test::error_of([&] { make_dragonfly_routing("best", dragonfly, 1); }),
              HasSubstr("min, val, ugal_l"));
}

}  // namespace
}  // namespace gf::hw::router::dragonfly_routing_test
