// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/nvls_programs.h"

#include <gmock/gmock.h>
#include <map>
#include <set>

#include "tests/support/collective_ways.h"

namespace gf::model::nvls_programs_test {
namespace {

using Kind = Collective::Kind;
using Make = void (*)(CollectiveBuilder&, const NvlsPlan&);

Make make_of(Kind kind) {
  return kind == Kind::kAllReduce   ? all_reduce_by_switches
         : kind == Kind::kAllGather ? all_gather_by_switches
                                    : reduce_scatter_by_switches;
}

struct Of {
  Kind kind = Kind::kAllReduce;
  unsigned ranks = 8;
  std::uint64_t elements = 300'000;
  bool in_place = false;
  bool direct = false;
  unsigned channels = 2;
  sc_core::sc_time launch{};
};

Schedule made(const Of& of) {
  Collective collective;
  collective.kind = of.kind;
  collective.ranks = of.ranks;
  collective.elements = of.elements;
  collective.in_place = of.in_place;
  collective.check = true;
  if (of.kind != Kind::kAllGather) collective.op = ReduceOp::kSum;
  CollectiveBuilder builder(collective);
  NvlsPlan plan;
  plan.channels = of.channels;
  plan.direct = of.direct;
  plan.launch = of.launch;
  make_of(of.kind)(builder, plan);
  return builder.finish("s");
}

/// With one channel, so that there are more loops than a buffer has steps.
TEST(NvlsPrograms, AreRightInAnyOrderThatTheirWaitsAllow) {
  for (const Kind kind : {Kind::kAllReduce, Kind::kAllGather, Kind::kReduceScatter})
    for (const bool direct : {false, true})
      for (const bool in_place : {false, true})
        for (const unsigned ranks : {2u, 3u, 7u}) {
          const Schedule schedule =
              made({kind, ranks, ranks * (ranks == 3 ? 60'001u : 5'001u), in_place, direct, 1});
          for (const unsigned seed : {1u, 2u, 3u}) {
            collective_ways::AnyOrder order(schedule, seed);
            const CollectiveData::Verdict verdict = order.run();
            ASSERT_EQ(verdict.wrong, 0u)
                << static_cast<int>(kind) << direct << ranks << ": " << verdict.first_wrong;
            ASSERT_EQ(order.ended(), schedule.tasks.size());
          }
        }
}

TEST(NvlsPrograms, ATaskThatIsLostOrTooEarlyIsSeen) {
  const Schedule schedule = made({Kind::kAllReduce, 3, 3 * 40'000, false, false, 1});
  for (std::size_t task = 0; task < schedule.tasks.size(); ++task) {
    ASSERT_GT(collective_ways::AnyOrder(schedule, 1).run(SIZE_MAX, task).wrong, 0u) << task;
    if (!schedule.tasks[task].after.empty() && schedule.tasks[task].slice->switches_reduce) {
      ASSERT_GT(collective_ways::AnyOrder(schedule, 1).run(task).wrong, 0u) << task;
    }
  }
}

/// A rank stores n-th parts to all at once, and reads n-th parts of all.
TEST(NvlsPrograms, EachRankIsHeadOfItsPart) {
  for (const bool direct : {false, true}) {
    std::map<unsigned, std::uint64_t> read, stored;
    const Schedule schedule = made({Kind::kAllReduce, 8, 1'048'576, false, direct, 4});
    for (const Task& task : schedule.tasks) {
      const Slice& slice = *task.slice;
      EXPECT_EQ(slice.move.reads.front().rank, task.src);
      if (!slice.switches_reduce) continue;
      EXPECT_EQ(slice.move.reads.size(), 8u);
      EXPECT_EQ(slice.move.writes.size(), 8u);
      for (const Elements& each : slice.move.reads)
        EXPECT_EQ(each.first, slice.move.reads.front().first) << "the same place of all";
      for (const Elements& each : slice.move.writes)
        EXPECT_EQ(each.first, slice.move.writes.front().first);
      read[task.src] += slice.move.reads.front().count;
      stored[task.src] += slice.move.writes.front().count;
    }
    for (unsigned rank = 0; rank < 8; ++rank) {
      EXPECT_EQ(read[rank], 131'072u);
      EXPECT_EQ(stored[rank], 131'072u);
    }
  }
}

TEST(NvlsPrograms, MoreThan32RanksHave32Heads) {
  const Schedule schedule = made({Kind::kAllReduce, 40, 500'000, false, true, 1});
  std::set<unsigned> heads;
  for (const Task& task : schedule.tasks) heads.insert(task.src);
  EXPECT_EQ(heads.size(), 32u);
  EXPECT_EQ(collective_ways::AnyOrder(schedule, 1).run().wrong, 0u);
}

TEST(NvlsPrograms, GroupsOfWarpsAreThoseOfABlock) {
  for (const unsigned ranks : {4u, 8u}) {
    std::map<unsigned, unsigned> warps;
    for (const Task& task : made({Kind::kAllReduce, ranks}).tasks)
      warps[task.slice->group] = task.slice->threads / 32;
    // src/device/all_reduce.h: scatter, gather, reduce, of 20 warps.
    EXPECT_THAT(warps, testing::ElementsAre(testing::Pair(0, ranks == 4 ? 7 : 8),
                                            testing::Pair(1, ranks == 4 ? 6 : 7),
                                            testing::Pair(2, ranks == 4 ? 7 : 5)));
  }
}

TEST(NvlsPrograms, ChunksShrinkWithTheVector) {
  const auto chunk = [](std::uint64_t bytes, Kind kind = Kind::kAllReduce, bool direct = false) {
    Collective collective;
    collective.kind = kind;
    collective.ranks = 8;
    collective.elements = bytes / kElementBytes;
    NvlsPlan plan;
    plan.direct = direct;
    return nvls_chunk(collective, plan) * kElementBytes;
  };
  EXPECT_EQ(chunk(1 << 30), 128u << 10);
  EXPECT_EQ(chunk((1 << 30) - 4), 64u << 10);
  EXPECT_EQ(chunk(64 << 20), 64u << 10);
  EXPECT_EQ(chunk((64 << 20) - 4), 32u << 10);
  EXPECT_EQ(chunk((8 << 20) - 4), 16u << 10);
  EXPECT_EQ(chunk(1 << 20, Kind::kAllGather, true), 512u << 10);
}

TEST(NvlsPrograms, OperandsAreReadWhenAllRanksAreLaunched) {
  const sc_core::sc_time launch(5, sc_core::SC_US);
  for (const bool direct : {false, true}) {
    const Schedule schedule = made({Kind::kAllReduce, 4, 300'000, false, direct, 1, launch});
    std::set<unsigned> waits;
    for (const Task& task : schedule.tasks) {
      if (task.slice == nullptr) {
        EXPECT_EQ(task.duration, launch);
        continue;
      }
      // The launch of rank r is task r; of copies each waits for its own.
      for (const unsigned before : task.after)
        if (before < 4) waits.insert(before);
      if (direct) {
        EXPECT_THAT(task.after, testing::IsSupersetOf({0, 1, 2, 3}));
      }
    }
    EXPECT_EQ(waits.size(), 4u);
  }
}

}  // namespace
}  // namespace gf::model::nvls_programs_test
