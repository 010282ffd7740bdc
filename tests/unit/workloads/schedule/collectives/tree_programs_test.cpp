// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/tree_programs.h"

#include <gmock/gmock.h>
#include <numeric>
#include <set>

#include "tests/support/collective_ways.h"

namespace gf::model::tree_programs_test {
namespace {

/// Two chains in a node, the second one backwards.
ChannelGraph chains(unsigned gpus, ChannelPattern pattern = ChannelPattern::kBalancedTree) {
  CollectiveChannel forth;
  forth.ranks.resize(gpus);
  std::iota(forth.ranks.begin(), forth.ranks.end(), 0u);
  CollectiveChannel back = forth;
  std::reverse(back.ranks.begin(), back.ranks.end());
  ChannelGraph graph;
  graph.pattern = pattern;
  graph.channels = {forth, back};
  return graph;
}

Schedule all_reduce(const TreePlan& plan, std::uint64_t elements, bool in_place = false) {
  Collective collective;
  collective.ranks = static_cast<unsigned>(plan.trees.front().up.size());
  collective.elements = elements;
  collective.op = ReduceOp::kSum;
  collective.in_place = in_place;
  collective.check = true;
  CollectiveBuilder builder(collective);
  all_reduce_on_trees(builder, plan);
  return builder.finish("s");
}

TreePlan plan_for(unsigned gpus, unsigned nodes, const ChannelProtocol& protocol = kSimpleSteps) {
  TreePlan plan;
  plan.trees = library_trees(chains(gpus), nodes);
  plan.protocol = protocol;
  plan.protocol.chunk = 480;
  return plan;
}

TEST(TreePrograms, AreRightOnOneToEightNodes) {
  for (const unsigned nodes : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u})
    for (const unsigned gpus : {1u, 2u, 3u, 8u}) {
      const Schedule schedule = all_reduce(plan_for(gpus, nodes), 30'011);
      for (const unsigned seed : {1u, 2u}) {
        collective_ways::AnyOrder order(schedule, seed);
        const CollectiveData::Verdict verdict = order.run();
        ASSERT_EQ(verdict.wrong, 0u) << nodes << " x " << gpus << ": " << verdict.first_wrong;
        ASSERT_EQ(verdict.compared, std::uint64_t{nodes} * gpus * 30'011);
        ASSERT_EQ(order.ended(), schedule.tasks.size()) << nodes << " x " << gpus << ": it hangs";
      }
    }
}

TEST(TreePrograms, AreRightWithEachProtocolDirectlyAndInPlace) {
  for (const ChannelProtocol& protocol : {kSimpleSteps, kLl, kLl128})
    for (const bool direct : {false, true})
      for (const bool in_place : {false, true}) {
        TreePlan plan = plan_for(3, 2, protocol);
        plan.direct = direct;
        const Schedule schedule = all_reduce(plan, 10'007, in_place);
        EXPECT_EQ(collective_ways::AnyOrder(schedule, 3).run().wrong, 0u) << protocol.name;
      }
}

TEST(TreePrograms, ALostSliceIsSeen) {
  const Schedule schedule = all_reduce(plan_for(2, 3), 3000);
  for (std::size_t task = 0; task < schedule.tasks.size(); ++task)
    ASSERT_GT(collective_ways::AnyOrder(schedule, 1).run(SIZE_MAX, task).wrong, 0u) << task;
}

/// The trees in the comments of NCCL's source, for an even and an odd number of nodes.
TEST(TreePrograms, InnerNodesOfATreeAreLeavesOfTheOther) {
  const auto [first, second] = double_binary_tree(12);
  EXPECT_THAT(first.down[0], testing::ElementsAre(8));
  EXPECT_THAT(first.down[8], testing::ElementsAre(4, 10));
  EXPECT_THAT(first.down[10], testing::ElementsAre(9, 11));
  EXPECT_THAT(second.down[11], testing::ElementsAre(3));
  EXPECT_THAT(second.down[3], testing::ElementsAre(7, 1)) << "the first child first, mirrored";
  const auto [odd, shifted] = double_binary_tree(13);
  EXPECT_THAT(odd.down[12], testing::ElementsAre(10));
  EXPECT_THAT(shifted.down[1], testing::ElementsAre(9));
  EXPECT_EQ(shifted.up[0], 9u) << "node 12 of the first tree is node 0 here";
  for (unsigned nodes = 2; nodes <= 16; nodes += 2) {
    const auto [one, other] = double_binary_tree(nodes);
    for (unsigned node = 0; node < nodes; ++node)
      EXPECT_TRUE(one.down[node].empty() || other.down[node].empty()) << node << " of " << nodes;
  }
}

TEST(TreePrograms, PatternsJoinANodesChildrenToItsFirstTwoRanks) {
  const auto below = [](ChannelPattern pattern, unsigned rank) {
    return library_trees(chains(4, pattern), 3).front().down[rank];  // nodes: 0 -> 2 -> 1
  };
  using testing::ElementsAre;
  EXPECT_THAT(below(ChannelPattern::kBalancedTree, 0), ElementsAre(1, 8)) << "a second child";
  EXPECT_THAT(below(ChannelPattern::kSplitTree, 1), ElementsAre(2, 8));
  EXPECT_THAT(below(ChannelPattern::kBalancedTree, 9), ElementsAre(10, 4)) << "a first child";
  EXPECT_THAT(below(ChannelPattern::kTree, 8), ElementsAre(9, 4));
}

TEST(TreePrograms, BothDirectionsMoveAtOnceExceptInTheRoot) {
  const Schedule schedule = all_reduce(plan_for(3, 1), 5000);
  std::set<std::pair<unsigned, unsigned>> groups;  // of the first channel, whose root is rank 0
  for (const Task& task : schedule.tasks)
    if (task.slice->channel == 0) groups.insert({task.src, task.slice->group});
  EXPECT_THAT(groups, testing::UnorderedElementsAre(std::pair(0u, 0u), std::pair(1u, 0u),
                                                    std::pair(1u, 1u), std::pair(2u, 0u)))
      << "the last rank's results come directly";
}

TEST(TreePrograms, ChunksOfLinesShrinkForShortVectors) {
  const auto chunk = [](std::uint64_t bytes, unsigned nodes) {
    return tree_protocol(kLl128, bytes, 8, 8 * nodes, nodes).chunk * kElementBytes;
  };
  EXPECT_EQ(chunk(1 << 20, 1), 17'280u) << "the least above half of 32 KiB, in whole lines";
  EXPECT_EQ(chunk(1ull << 32, 1), 576'000u);
  EXPECT_LT(chunk(32 << 20, 8), chunk(32 << 20, 1)) << "a deeper tree has more to fill";
  EXPECT_EQ(tree_protocol(kSimple, 1 << 20, 8, 8, 1).chunk, kSimpleSteps.chunk);
  EXPECT_EQ(tree_protocol(kLl, 8, 8, 8, 1).chunk, kLl.chunk);
}

}  // namespace
}  // namespace gf::model::tree_programs_test
