// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/p2p_programs.h"

#include <gmock/gmock.h>
#include <set>

#include "tests/support/collective_ways.h"

namespace gf::model::p2p_programs_test {
namespace {

using Kind = Collective::Kind;
using testing::ElementsAre;

Collective over(unsigned ranks, Kind kind, std::uint64_t elements) {
  Collective collective;
  collective.kind = kind;
  collective.ranks = ranks;
  collective.elements = elements;
  collective.check = true;
  return collective;
}

Schedule made(const Collective& collective, const P2pPlan& plan) {
  CollectiveBuilder builder(collective);
  transfer_all(builder, plan);
  return builder.finish("s");
}

P2pPlan small_plan(unsigned channels = 4) {
  P2pPlan plan;
  plan.channels = plan.per_peer = channels;
  plan.chunk = 8192;
  plan.ll_bytes = 512;
  return plan;
}

void expect_right(const Collective& collective, const P2pPlan& plan) {
  const Schedule schedule = made(collective, plan);
  for (const unsigned seed : {1u, 2u}) {
    collective_ways::AnyOrder order(schedule, seed);
    const CollectiveData::Verdict verdict = order.run();
    ASSERT_EQ(verdict.wrong, 0u) << collective.ranks << " ranks: " << verdict.first_wrong;
    ASSERT_GT(verdict.compared, 0u);
    ASSERT_EQ(order.ended(), schedule.tasks.size()) << collective.ranks << " ranks: it hangs";
  }
}

TEST(P2pPrograms, MoveEveryKindOfTransferBetweenAnyNumberOfRanks) {
  for (const Kind kind : {Kind::kAllToAll, Kind::kSendReceive, Kind::kGather, Kind::kScatter})
    for (const unsigned ranks : {1u, 2u, 3u, 5u, 9u})
      for (const std::uint64_t elements : {1u, 300u, 20'001u})
        expect_right(over(ranks, kind, elements), small_plan());
}

TEST(P2pPrograms, MoveThemBetweenNodesAndDirectly) {
  for (const unsigned nodes : {2u, 3u, 5u}) {
    P2pPlan plan = small_plan();
    plan.nodes = nodes;
    expect_right(over(4 * nodes, Kind::kAllToAll, 20'000), plan);
    plan.direct = true;
    expect_right(over(4 * nodes, Kind::kAllToAll, 20'000), plan);
  }
}

TEST(P2pPrograms, BlocksMayDiffer) {
  Collective collective = over(3, Kind::kAllToAll, 1);
  collective.counts = {5, 0, 9000, 1, 1, 1, 0, 0, 30'000};
  expect_right(collective, small_plan());
}

TEST(P2pPrograms, ALostSliceIsSeen) {
  const Schedule schedule = made(over(4, Kind::kAllToAll, 20'000), small_plan());
  for (std::size_t task = 0; task < schedule.tasks.size(); ++task)
    ASSERT_GT(collective_ways::AnyOrder(schedule, 1).run(SIZE_MAX, task).wrong, 0u) << task;
}

/// Numbers of H100: 32 channels, of which 4 for each of 8 peers, chunks of 512 KiB.
TEST(P2pPrograms, ATransferHasAsManyChannelsAsItsSizeFills) {
  P2pPlan plan;
  plan.channels = plan.per_peer = 32;
  EXPECT_EQ(plan.parts_of(8, 8), 1u);
  EXPECT_EQ(plan.parts_of(128 << 10, 8), 2u) << "at least 64 KiB a part";
  EXPECT_EQ(plan.parts_of(8 << 20, 8), 4u);
  EXPECT_EQ(plan.parts_of(256 << 20, 8), 16u) << "at most 16 MiB a part";
  EXPECT_EQ(plan.parts_of(1 << 30, 8), 32u);
  EXPECT_EQ(plan.parts_of(8 << 20, 2), 16u);
  plan.parts = 3;
  EXPECT_EQ(plan.parts_of(8, 8), 3u);
}

TEST(P2pPrograms, ShortPartsGoByLl) {
  P2pPlan plan;
  EXPECT_EQ(plan.protocol_of(32 << 10, 2, true).name, "ll");
  EXPECT_EQ(plan.protocol_of((32 << 10) + 1, 2, true).name, "simple");
  EXPECT_EQ(plan.protocol_of(8, 1, false).name, "simple");
  EXPECT_EQ(plan.protocol_of(8, 1, false).chunk * kElementBytes, 128u << 10)
      << "shorter chunks in the network";
  EXPECT_EQ(plan.protocol_of(64 << 20, 2, true).chunk * kElementBytes, 512u << 10);
}

TEST(P2pPrograms, RoundsReachEveryRankOnce) {
  EXPECT_THAT(p2p_rounds(4, 1)[1], ElementsAre(1, 2, 3, 0));
  EXPECT_THAT(p2p_rounds(16, 2)[9],
              ElementsAre(9, 10, 11, 12, 13, 14, 15, 8, 1, 2, 3, 4, 5, 6, 7, 0))
      << "the other node's ranks, the next one first";
  const auto node_in = [](unsigned round) { return p2p_rounds(40, 5)[8 * round][0] / 8; };
  EXPECT_THAT((std::vector{node_in(0), node_in(1), node_in(2), node_in(3), node_in(4)}),
              ElementsAre(0, 1, 3, 2, 4))
      << "quadratic distances modulo 8, without those above 4";
  for (const auto& [ranks, nodes] : {std::pair(7u, 1u), {24u, 2u}, {40u, 5u}, {6u, 6u}}) {
    const auto rounds = p2p_rounds(ranks, nodes);
    EXPECT_EQ(rounds.size(), ranks);
    for (unsigned rank = 0; rank < ranks; ++rank) {
      std::set<unsigned> reached;
      for (const auto& round : rounds) reached.insert(round[rank]);
      EXPECT_EQ(reached.size(), ranks) << ranks << " on " << nodes;
    }
  }
}

TEST(P2pPrograms, RoundsOfABlockShareItsWarps) {
  P2pPlan plan;
  plan.channels = plan.per_peer = 1;
  std::set<std::pair<unsigned, unsigned>> groups;  // of rank 0, with their threads
  for (const Task& task : made(over(4, Kind::kAllToAll, 4000), plan).tasks)
    if (task.src == 0) groups.insert({task.slice->group, task.slice->threads});
  EXPECT_THAT(groups, testing::UnorderedElementsAre(std::pair(0u, 160u), std::pair(2u, 96u),
                                                    std::pair(3u, 64u), std::pair(4u, 96u),
                                                    std::pair(5u, 64u), std::pair(6u, 96u),
                                                    std::pair(7u, 64u)))
      << "5 warps a round: all copy, or 3 send and 2 receive";
}

}  // namespace
}  // namespace gf::model::p2p_programs_test
