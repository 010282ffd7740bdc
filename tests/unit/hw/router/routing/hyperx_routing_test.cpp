// SPDX-License-Identifier: Apache-2.0
// Holds: hw/router/routing/ugal.h
#include "hw/router/routing/hyperx_routing.h"

#include <gmock/gmock.h>

#include "tests/support/routing_walk.h"

namespace gf::hw::router::hyperx_routing_test {
namespace {

model::HyperXParams shape(unsigned l, unsigned s, unsigned t = 1) {
  model::HyperXParams params;
  params.l = l;
  params.s = s;
  params.t = t;
  return params;
}

/// Every way of a packet: straight, where the routing may; by each other router, where it may.
std::vector<Flit> ways(HyperXPath way, const model::HyperX& network, unsigned src, unsigned dst) {
  std::vector<Flit> all{test::packet(src, dst)};
  const unsigned first = network.graph().router_of(src), last = network.graph().router_of(dst);
  if (way == HyperXPath::kMinimal || first == last) return all;
  for (unsigned via = 0; via < network.graph().routers(); ++via) {
    if (via == first || via == last) continue;
    all.push_back(test::packet(src, dst));
    all.back().minimal = false;
    all.back().via = static_cast<std::uint16_t>(via);
  }
  return all;
}

class AnyWay : public testing::TestWithParam<HyperXPath> {};

TEST_P(AnyWay, ChannelDependencyGraphHasNoCycle) {
  for (const auto& params : {shape(1, 5, 2), shape(2, 4), shape(3, 3), shape(4, 2)}) {
    const model::HyperX network(params);
    for (const unsigned of_a_class : {1u, 2u}) {
      const unsigned vcs = of_a_class * HyperXRouting::needs(GetParam());
      const HyperXRouting routing(network, GetParam(), vcs, 1);
      test::Dependencies waits_for;
      for (unsigned src = 0; src < network.graph().nodes(); ++src)
        for (unsigned dst = 0; dst < network.graph().nodes(); ++dst)
          for (const Flit& way : ways(GetParam(), network, src, dst))
            test::add_way(waits_for, test::walk(network.graph(), routing, way));
      EXPECT_EQ(test::in_cycles(waits_for), 0u);
      for (const auto& [channel, next] : waits_for) EXPECT_LT(std::get<2>(channel), vcs);
    }
  }
}

TEST_P(AnyWay, DecidesForAWayThatArrives) {
  const model::HyperX network(shape(3, 3, 2));
  HyperXRouting routing(network, GetParam(), 2, 1);
  for (unsigned src = 0; src < network.graph().nodes(); ++src) {
    for (unsigned dst = 0; dst < network.graph().nodes(); ++dst) {
      Flit head = test::packet(src, dst);
      const unsigned first = network.graph().router_of(src);
      routing.decide(head, first, test::EqualQueues());
      const std::size_t hops = test::walk(network.graph(), routing, head).size();
      const unsigned direct = network.grid().hops(first, network.graph().router_of(dst));
      EXPECT_TRUE(!head.minimal || hops == direct);
      EXPECT_LE(hops, 6u);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, AnyWay,
                         testing::Values(HyperXPath::kMinimal, HyperXPath::kValiant,
                                         HyperXPath::kUgal));

TEST(HyperXRouting, DetoursInOneClassWouldWaitForEachOther) {
  const model::HyperX network(shape(2, 3));
  const HyperXRouting routing(network, HyperXPath::kValiant, 2, 1);
  test::Dependencies waits_for;
  for (unsigned src = 0; src < 9; ++src) {
    for (unsigned dst = 0; dst < 9; ++dst) {
      for (const Flit& way : ways(HyperXPath::kValiant, network, src, dst)) {
        auto channels = test::walk(network.graph(), routing, way);
        for (auto& [router, port, vc] : channels) vc = 0;
        test::add_way(waits_for, channels);
      }
    }
  }
  EXPECT_GT(test::in_cycles(waits_for), 0u) << "what the tests above would not see otherwise";
}

TEST(HyperXRouting, UgalLeavesAQueueThatIsLongerThanTheDetour) {
  // Node 0 to router 1: one channel, or two by 2 or 3.
  const model::HyperX network(shape(1, 4));
  struct Queue : test::EqualQueues {
    explicit Queue(unsigned flits) : flits_(flits) {}
    unsigned waiting(unsigned, unsigned port) const override { return port == 1 ? flits_ : 3; }
    unsigned queue(unsigned, unsigned) const override { return 100; }
    const unsigned flits_;
  };
  UgalRule rule;
  rule.queue = "waiting";
  HyperXRouting routing(network, HyperXPath::kUgal, 2, 1, rule);
  const auto detours = [&](unsigned flits) {
    for (int i = 0; i < 100; ++i) {
      Flit head = test::packet(0, 1);
      routing.decide(head, 0, Queue(flits));
      if (!head.minimal) return true;
    }
    return false;
  };
  EXPECT_FALSE(detours(6)) << "6 x 1 <= 3 x 2";
  EXPECT_TRUE(detours(7));
}

TEST(HyperXRouting, NamesAreThoseOfTheParameter) {
  EXPECT_EQ(hyperx_way("dor"), HyperXPath::kMinimal);
  EXPECT_EQ(hyperx_way("val"), HyperXPath::kValiant);
  EXPECT_EQ(hyperx_way("ugal_l"), HyperXPath::kUgal);
}

/// One dead channel among equal queues.
struct OneDead : test::EqualQueues {
  bool dead(unsigned router, unsigned port) const override {
    return router == 5 && port == channel;
  }
  unsigned channel = 0;
};

TEST(HyperXRouting, UgalGoesByAnotherRouterOfTheRowAndClosesNoCycle) {
  const model::HyperX network(shape(2, 4));
  for (const unsigned behind : {6u, 9u}) {  // in the first dimension, in the second
    HyperXRouting routing(network, HyperXPath::kUgal, 2, 1);
    OneDead queues;
    queues.channel = network.grid().port(5, behind, 0);
    test::Dependencies waits_for;
    for (unsigned repeat = 0; repeat < 8; ++repeat)
      for (unsigned src = 0; src < network.graph().nodes(); ++src)
        for (unsigned dst = 0; dst < network.graph().nodes(); ++dst)
          for (const Flit& way : ways(HyperXPath::kUgal, network, src, dst))
            test::add_way(waits_for, test::walk(network.graph(), routing, way,
                                                [&](Flit& head, unsigned router) {
                                                  routing.avoid_dead(head, router, queues);
                                                }));
    for (const auto& [channel, next] : waits_for)
      EXPECT_FALSE(queues.dead(std::get<0>(channel), std::get<1>(channel)));
    EXPECT_EQ(test::in_cycles(waits_for), 0u) << behind;
  }
}

}  // namespace
}  // namespace gf::hw::router::hyperx_routing_test
