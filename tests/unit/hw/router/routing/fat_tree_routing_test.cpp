// SPDX-License-Identifier: Apache-2.0
#include "hw/router/routing/fat_tree_routing.h"

#include <gmock/gmock.h>
#include <set>

#include "tests/support/routing_walk.h"

namespace gf::hw::router::fat_tree_routing_test {
namespace {

model::FatTreeParams shape(unsigned k, unsigned n) {
  model::FatTreeParams params;
  params.k = k;
  params.n = n;
  return params;
}

class AnyTree : public testing::TestWithParam<model::FatTreeParams> {};

/// Every way: at each router every channel up.
void add_ways(test::Dependencies& waits_for, const model::FatTree& tree, const RoutingIf& routing,
              unsigned src, unsigned dst) {
  const unsigned climb = tree.climb(src, dst);
  unsigned ways = 1;
  for (unsigned level = 0; level < climb; ++level) ways *= tree.arity();
  for (unsigned way = 0; way < ways; ++way) {
    const auto channels =
        test::walk(tree.graph(), routing, test::packet(src, dst), [&](Flit& head, unsigned router) {
          head.via = static_cast<std::uint16_t>(tree.digit(way, tree.level(router)));
        });
    EXPECT_EQ(channels.size(), 2 * climb);
    test::add_way(waits_for, channels);
  }
}

TEST_P(AnyTree, EveryWayUpLeadsDownToTheNodeAndNoWaitsCloseACircle) {
  const model::FatTree tree(GetParam());
  for (const unsigned vcs : {1u, 3u}) {
    const FatTreeRouting routing(tree, UpChoice::kAdaptive, vcs, 1);
    test::Dependencies waits_for;
    for (unsigned src = 0; src < tree.graph().nodes(); ++src)
      for (unsigned dst = 0; dst < tree.graph().nodes(); ++dst)
        add_ways(waits_for, tree, routing, src, dst);
    EXPECT_EQ(test::in_cycles(waits_for), 0u) << vcs << " virtual channels";
    for (const auto& [channel, next] : waits_for) EXPECT_LT(std::get<2>(channel), vcs);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, AnyTree,
                         testing::Values(shape(2, 1), shape(2, 4), shape(3, 3), shape(4, 2)));

/// Where a packet goes up from router 0.
unsigned choice(FatTreeRouting& routing, unsigned dst, const CongestionIf& queues) {
  Flit head = test::packet(0, dst);
  routing.decide(head, 0, queues);
  return head.via;
}

struct OneEmpty : test::EqualQueues {
  unsigned backlog(unsigned, unsigned port) const override { return port == 4 + 2 ? 5 : 6; }
};

TEST(FatTreeRouting, AdaptiveTakesTheSmallestBacklog) {
  const model::FatTree tree(shape(4, 3));
  FatTreeRouting routing(tree, UpChoice::kAdaptive, 1, 1);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(choice(routing, 63, OneEmpty()), 2u);
}

TEST(FatTreeRouting, TiesAndRandomChoicesTakeEveryChannel) {
  const model::FatTree tree(shape(4, 3));
  for (const UpChoice kind : {UpChoice::kAdaptive, UpChoice::kRandom}) {
    FatTreeRouting routing(tree, kind, 1, 1);
    std::set<unsigned> seen;
    for (int i = 0; i < 200; ++i) seen.insert(choice(routing, 63, test::EqualQueues()));
    EXPECT_THAT(seen, testing::ElementsAre(0, 1, 2, 3));
  }
}

TEST(FatTreeRouting, DeterministicGoesByTheDigitsOfTheDestination) {
  const model::FatTree tree(shape(4, 3));
  FatTreeRouting routing(tree, UpChoice::kDeterministic, 1, 1);
  Flit head = test::packet(0, 3 * 16 + 2 * 4 + 1);
  routing.decide(head, 0, OneEmpty());
  EXPECT_EQ(head.via, 1u);
  routing.decide(head, tree.graph().port(0, 4 + 1).peer, OneEmpty());
  EXPECT_EQ(head.via, 2u);
}

TEST(FatTreeRouting, NamesAreThoseOfTheParameter) {
  EXPECT_EQ(up_choice("adaptive"), UpChoice::kAdaptive);
  EXPECT_EQ(up_choice("deterministic"), UpChoice::kDeterministic);
  EXPECT_EQ(up_choice("random"), UpChoice::kRandom);
}

}  // namespace
}  // namespace gf::hw::router::fat_tree_routing_test
