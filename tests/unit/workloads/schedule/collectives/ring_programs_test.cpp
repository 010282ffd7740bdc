// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/ring_programs.h"

#include <gmock/gmock.h>
#include <set>

#include "tests/support/collective_ways.h"

namespace gf::model::ring_programs_test {
namespace {

using Make = void (*)(CollectiveBuilder&, const RingPlan&);

Schedule made(Make make, Collective::Kind kind, const RingPlan& plan, std::uint64_t elements,
              unsigned root = 0, const RankWays& ways = {}) {
  Collective collective;
  collective.kind = kind;
  collective.ranks = static_cast<unsigned>(plan.rings.front().size());
  collective.elements = elements;
  collective.root = root;
  collective.check = true;
  if (kind != Collective::Kind::kAllGather && kind != Collective::Kind::kBroadcast)
    collective.op = ReduceOp::kSum;
  CollectiveBuilder builder(collective);
  builder.set_ways(ways);
  make(builder, plan);
  return builder.finish("s");
}

/// Two rings that are no neighbours in number, and chunks so small that there are several loops.
RingPlan two_rings() {
  RingPlan plan;
  plan.rings = {{0, 3, 1, 4, 2}, {4, 3, 2, 1, 0}};
  plan.protocol.chunk = 2048;
  return plan;
}

TEST(RingPrograms, AreRightOnAnyRingsWithSeveralLoops) {
  using Kind = Collective::Kind;
  const std::pair<Make, Kind> all[] = {{all_reduce_on_rings, Kind::kAllReduce},
                                       {all_gather_on_rings, Kind::kAllGather},
                                       {reduce_scatter_on_rings, Kind::kReduceScatter},
                                       {broadcast_on_rings, Kind::kBroadcast},
                                       {reduce_on_rings, Kind::kReduce}};
  for (const auto& [make, kind] : all)
    for (const ChannelProtocol& protocol : {kSimple, kLl, kLl128}) {
      RingPlan plan = two_rings();
      plan.protocol.wire = protocol.wire;
      plan.protocol.data = protocol.data;
      const bool root = kind == Kind::kBroadcast || kind == Kind::kReduce;
      const RankWays two_nodes{
          {0, 0, 1, 1, 1}, {{4, 2}, {0, 1}}, {{0}, {0}, {2, 3}, {2, 3}, {2, 3}}};
      for (const RankWays& ways : {RankWays{}, two_nodes}) {
        plan.exits.clear();
        if (!ways.node_of.empty()) plan.exits = {{0, 1}, {0, 0}};
        const Schedule schedule = made(make, kind, plan, 50'003, root ? 2 : 0, ways);
        for (const unsigned seed : {1u, 2u}) {
          collective_ways::AnyOrder order(schedule, seed);
          const CollectiveData::Verdict verdict = order.run();
          ASSERT_EQ(verdict.wrong, 0u) << static_cast<int>(kind) << ": " << verdict.first_wrong;
          ASSERT_EQ(order.ended(), schedule.tasks.size());
        }
      }
    }
}

/// 2 (n-1)/n of the vector, as any ring does.
TEST(RingPrograms, AnAllReduceSendsTheFewestBytes) {
  const Schedule schedule =
      made(all_reduce_on_rings, Collective::Kind::kAllReduce, two_rings(), 50'000);
  std::vector<std::uint64_t> sent(5);
  for (const Task& task : schedule.tasks)
    for (const Elements& to : task.slice->move.writes)
      if (to.rank != task.src) sent[task.src] += to.count;
  for (const std::uint64_t each : sent) EXPECT_NEAR(static_cast<double>(each), 80'000, 2'000);
}

TEST(RingPrograms, AChannelOnlyUsesItsRing) {
  const RingPlan plan = two_rings();
  const Schedule schedule = made(all_reduce_on_rings, Collective::Kind::kAllReduce, plan, 50'000);
  std::set<unsigned> channels;
  for (const Task& task : schedule.tasks) {
    const std::vector<unsigned>& ring = plan.rings[task.slice->channel];
    channels.insert(task.slice->channel);
    if (task.dst == task.src) continue;
    const auto at = std::find(ring.begin(), ring.end(), task.src) - ring.begin();
    EXPECT_EQ(ring[(at + 1) % 5], task.dst);
  }
  EXPECT_EQ(channels.size(), 2u);
}

TEST(RingPrograms, BlocksBeginWhenTheyAreLaunched) {
  RingPlan plan = two_rings();
  plan.launch = sc_core::sc_time(5, sc_core::SC_US);
  const Schedule schedule = made(all_reduce_on_rings, Collective::Kind::kAllReduce, plan, 50'000);
  std::set<std::pair<unsigned, unsigned>> blocks;
  for (const Task& task : schedule.tasks) {
    if (task.kind == TaskKind::kKernel) {
      EXPECT_EQ(task.duration, plan.launch);
      continue;
    }
    const bool first = blocks.insert({task.src, task.slice->channel}).second;
    const bool waits =
        std::find(task.after.begin(), task.after.end(), task.src) != task.after.end();
    EXPECT_EQ(waits, first) << "the launch of rank r is task r";
  }
  EXPECT_EQ(blocks.size(), 10u);
  EXPECT_EQ(collective_ways::AnyOrder(schedule, 1).run().wrong, 0u);
}

/// A channel has whole cells, so that short vectors use few channels.
TEST(RingPrograms, ShortVectorsUseFewChannels) {
  const auto channels = [](std::uint64_t bytes) {
    RingPlan plan;
    plan.rings.assign(8, {0, 1});
    std::set<unsigned> used;
    for (const Task& task :
         made(all_reduce_on_rings, Collective::Kind::kAllReduce, plan, bytes / kElementBytes).tasks)
      used.insert(task.slice->channel);
    return used.size();
  };
  EXPECT_EQ(channels(8), 1u);
  EXPECT_EQ(channels(16 << 10), 1u);
  EXPECT_EQ(channels(48 << 10), 3u);
  EXPECT_EQ(channels(1 << 20), 8u);
}

}  // namespace
}  // namespace gf::model::ring_programs_test
