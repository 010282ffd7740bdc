// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/schedule/collectives/all_reduce.cpp
// Holds: workloads/schedule/collectives/others.cpp
// Holds: workloads/schedule/collectives/rings.cpp
// Holds: workloads/schedule/collectives/tree_all_reduce.cpp
#include "workloads/schedule/collectives/collective_generators.h"

#include <gmock/gmock.h>
#include <random>

#include "tests/support/errors.h"
#include "workloads/schedule/collectives/collective_data.h"

namespace gf::model::collective_generators_test {
namespace {

std::vector<Schedule> all_sizes(const std::string& name, WorkloadOptions options, unsigned ranks) {
  return make_collectives(name, {name, std::move(options), "correct it"}, ranks);
}

Schedule one(const std::string& name, WorkloadOptions options, unsigned ranks) {
  options["check"] = "true";
  return all_sizes(name, std::move(options), ranks).front();
}

/// Begins and ends tasks one at a time, in an order drawn from those that their waits allow.
class AnyOrder {
 public:
  AnyOrder(const Schedule& schedule, unsigned seed) : schedule_(schedule), random_(seed) {
    waits_.resize(schedule.tasks.size());
    users_.resize(schedule.tasks.size());
    for (unsigned task = 0; task < waits_.size(); ++task) {
      waits_[task] = schedule.tasks[task].after.size();
      for (const unsigned before : schedule.tasks[task].after) users_[before].push_back(task);
      if (waits_[task] == 0) ready_.push_back(task);
    }
  }

  /// `too_early` begins before all others; `lost` moves nothing.
  CollectiveData::Verdict run(std::size_t too_early = SIZE_MAX, std::size_t lost = SIZE_MAX) {
    CollectiveData data(*schedule_.collective);
    if (too_early != SIZE_MAX) data.began(too_early);
    while (!ready_.empty() || !under_way_.empty()) {
      const bool begin = under_way_.empty() || (!ready_.empty() && random_() % 2 == 0);
      const unsigned task = taken_from(begin ? ready_ : under_way_);
      if (begin) under_way_.push_back(task);
      if (begin && task != too_early && task != lost) data.began(task);
      if (!begin) end(task, task == lost ? nullptr : &data);
    }
    return data.verdict();
  }

  [[nodiscard]] std::size_t ended() const { return ended_; }

 private:
  unsigned taken_from(std::vector<unsigned>& tasks) {
    std::swap(tasks[random_() % tasks.size()], tasks.back());
    const unsigned task = tasks.back();
    tasks.pop_back();
    return task;
  }
  void end(unsigned task, CollectiveData* data) {
    if (data != nullptr) data->ended(task);
    ++ended_;
    for (const unsigned user : users_[task])
      if (--waits_[user] == 0) ready_.push_back(user);
  }

  const Schedule& schedule_;
  std::mt19937 random_;
  std::vector<std::size_t> waits_;            ///< By task: how many have to end first.
  std::vector<std::vector<unsigned>> users_;  ///< By task: who waits for it.
  std::vector<unsigned> ready_, under_way_;
  std::size_t ended_ = 0;
};

std::uint64_t sent_by(const Schedule& schedule, unsigned rank) {
  std::uint64_t sum = 0;
  for (const Task& task : schedule.tasks)
    if (task.kind == TaskKind::kCopy && task.src == rank) sum += task.bytes.count();
  return sum;
}

std::uint64_t sent_by_all(const Schedule& schedule) {
  std::uint64_t sum = 0;
  for (unsigned rank = 0; rank < schedule.collective->ranks; ++rank) sum += sent_by(schedule, rank);
  return sum;
}

/// The most copies of which each waits for the one before.
unsigned steps_of(const Schedule& schedule) {
  std::vector<unsigned> depth;
  for (const Task& task : schedule.tasks) {
    unsigned before = 0;
    for (const unsigned other : task.after) before = std::max(before, depth[other]);
    depth.push_back(before + (task.kind == TaskKind::kCopy ? 1 : 0));
  }
  return *std::max_element(depth.begin(), depth.end());
}

struct Way {
  std::string collective;
  WorkloadOptions options;
};
const Way kWays[] = {{"allreduce", {{"algorithm", "ring"}}},
                     {"allreduce", {{"algorithm", "ring"}, {"in_place", "true"}}},
                     {"allreduce", {{"algorithm", "ring"}, {"op", "max"}}},
                     {"allreduce", {{"algorithm", "tree"}, {"pieces", "3"}}},
                     {"allreduce", {{"algorithm", "tree"}, {"in_place", "true"}}},
                     {"allreduce", {{"algorithm", "halving_doubling"}}},
                     {"allreduce", {{"algorithm", "halving_doubling"}, {"in_place", "true"}}},
                     {"allgather", {}},
                     {"allgather", {{"in_place", "true"}}},
                     {"reducescatter", {}},
                     {"reducescatter", {{"op", "max"}, {"in_place", "true"}}},
                     {"alltoall", {}},
                     {"broadcast", {{"algorithm", "chain"}, {"pieces", "5"}}},
                     {"broadcast", {{"algorithm", "binomial"}}},
                     {"broadcast", {{"algorithm", "chain"}, {"in_place", "true"}}},
                     {"broadcast", {{"algorithm", "binomial"}, {"in_place", "true"}}},
                     {"reduce", {{"pieces", "3"}}},
                     {"reduce", {{"root", "1"}, {"op", "max"}, {"in_place", "true"}}},
                     {"gather_to", {}},
                     {"gather_to", {{"in_place", "true"}}},
                     {"scatter_from", {}},
                     {"scatter_from", {{"in_place", "true"}}},
                     {"sendrecv", {}}};

class EveryCollective : public testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(Ways, EveryCollective, testing::ValuesIn(kWays));

TEST_P(EveryCollective, GivesWhatAPlainProgramDoesInAnyOrderThatItsWaitsAllow) {
  const bool in_place = GetParam().options.count("in_place") > 0;  // not alone: nothing moves
  for (unsigned ranks = in_place ? 2 : 1; ranks <= 9; ++ranks) {
    for (const unsigned elements : {1u, 3u, 37u, 72u}) {
      WorkloadOptions options = GetParam().options;
      options["bytes"] = std::to_string(4 * elements);
      const Schedule schedule = one(GetParam().collective, options, ranks);
      for (const unsigned seed : {1u, 2u, 3u}) {
        AnyOrder order(schedule, seed);
        const CollectiveData::Verdict verdict = order.run();
        ASSERT_EQ(verdict.wrong, 0u) << ranks << " ranks: " << verdict.first_wrong;
        ASSERT_EQ(order.ended(), schedule.tasks.size());
      }
    }
  }
}

TEST_P(EveryCollective, ComparesEveryElementOfTheResult) {
  WorkloadOptions options = GetParam().options;
  options["bytes"] = std::to_string(4 * 72);
  const Schedule schedule = one(GetParam().collective, options, 6);
  const std::string& what = GetParam().collective;
  const bool blocks = what == "reducescatter" || what == "scatter_from";
  const bool one_rank = what == "reduce" || what == "gather_to";
  EXPECT_EQ(AnyOrder(schedule, 1).run().compared, blocks || one_rank ? 72u : 6 * 72u);
}

/// Of 120 elements a block, some is the largest of all on the rank that is lost.
TEST_P(EveryCollective, MissesATaskThatIsLost) {
  WorkloadOptions options = GetParam().options;
  options["bytes"] = std::to_string(4 * 720);
  const Schedule schedule = one(GetParam().collective, options, 6);
  for (std::size_t task = 0; task < schedule.tasks.size(); ++task)
    ASSERT_GT(AnyOrder(schedule, 1).run(SIZE_MAX, task).wrong, 0u) << "task " << task;
}

TEST(Collectives, ATaskThatBeginsTooEarlyIsSeen) {
  for (const char* const algorithm : {"ring", "tree", "halving_doubling"}) {
    const Schedule schedule = one("allreduce", {{"algorithm", algorithm}, {"bytes", "288"}}, 6);
    for (std::size_t task = 0; task < schedule.tasks.size(); ++task) {
      if (schedule.tasks[task].after.empty()) continue;
      ASSERT_GT(AnyOrder(schedule, 1).run(task).wrong, 0u) << algorithm << ", task " << task;
    }
  }
}

TEST(Collectives, TwoLevelsReduceOverNodesOfAnySizeThatDividesTheRanks) {
  for (const auto& [ranks, node] : {std::pair{8, 4}, {6, 2}, {9, 3}, {4, 1}, {4, 4}, {12, 3}}) {
    for (const char* const in_place : {"false", "true"}) {
      const Schedule schedule = one("allreduce",
                                    {{"algorithm", "two_level"},
                                     {"node", std::to_string(node)},
                                     {"in_place", in_place},
                                     {"bytes", "292"}},
                                    static_cast<unsigned>(ranks));
      for (const unsigned seed : {1u, 2u, 3u}) {
        const CollectiveData::Verdict verdict = AnyOrder(schedule, seed).run();
        ASSERT_EQ(verdict.wrong, 0u) << verdict.first_wrong;
      }
    }
  }
}

TEST(Collectives, ABarrierTellsEveryRankOfAll) {
  for (unsigned ranks = 1; ranks <= 9; ++ranks) {
    const Schedule schedule = one("barrier", {}, ranks);
    EXPECT_EQ(AnyOrder(schedule, 1).run().wrong, 0u);
    EXPECT_EQ(AnyOrder(schedule, 1).run().compared, ranks);
  }
}

TEST(Collectives, RingAndHalvingMoveTheLeastBytesThatAnAllReduceCan) {
  constexpr std::uint64_t kBytes = 4 * 8 * 1024;
  for (const char* const algorithm : {"ring", "halving_doubling"}) {
    const Schedule schedule = one("allreduce", {{"algorithm", algorithm}, {"bytes", "32 KiB"}}, 8);
    for (unsigned rank = 0; rank < 8; ++rank)
      EXPECT_EQ(sent_by(schedule, rank), 2 * 7 * kBytes / 8) << algorithm << ", rank " << rank;
  }
}

TEST(Collectives, NoRankOfTheTwoTreesSendsMoreThanTwiceTheVector) {
  for (const unsigned ranks : {2u, 5u, 8u, 9u, 16u}) {
    const Schedule schedule = one("allreduce", {{"algorithm", "tree"}, {"bytes", "32 KiB"}}, ranks);
    EXPECT_EQ(sent_by_all(schedule), 2 * (ranks - 1) * 32 * 1024u);
    for (unsigned rank = 0; rank < ranks; ++rank)
      EXPECT_LE(sent_by(schedule, rank), 2 * 32 * 1024u) << ranks << " ranks, rank " << rank;
  }
}

TEST(Collectives, TwoLevelsSendOnlyTheirPartBetweenNodes) {
  const Schedule schedule =
      one("allreduce", {{"algorithm", "two_level"}, {"node", "4"}, {"bytes", "32 KiB"}}, 8);
  std::uint64_t between = 0;
  for (const Task& task : schedule.tasks)
    if (task.kind == TaskKind::kCopy && task.src / 4 != task.dst / 4) between += task.bytes.count();
  EXPECT_EQ(between, 8 * (2 * 1 * 32 * 1024u / 2) / 4);  // a rank: 2 (m-1)/m of S/p
}

TEST(Collectives, OthersMoveWhatTheyHaveTo) {
  EXPECT_EQ(sent_by_all(one("allgather", {{"bytes", "32 KiB"}}, 8)), 7 * 32 * 1024u);
  EXPECT_EQ(sent_by_all(one("reducescatter", {{"bytes", "32 KiB"}}, 8)), 7 * 32 * 1024u);
  EXPECT_EQ(sent_by_all(one("alltoall", {{"bytes", "32 KiB"}}, 8)), 7 * 32 * 1024u);
  EXPECT_EQ(sent_by_all(one("broadcast", {{"bytes", "32 KiB"}}, 8)), 7 * 32 * 1024u);
  EXPECT_EQ(sent_by_all(one("sendrecv", {{"bytes", "32 KiB"}}, 8)), 8 * 32 * 1024u);
}

TEST(Collectives, StepsThatWaitForEachOther) {
  const auto steps = [](const char* name, WorkloadOptions options, unsigned ranks) {
    options["bytes"] = "4 KiB";
    return steps_of(one(name, std::move(options), ranks));
  };
  EXPECT_EQ(steps("allreduce", {{"algorithm", "ring"}}, 8), 14u);
  EXPECT_EQ(steps("allreduce", {{"algorithm", "halving_doubling"}}, 8), 6u);
  EXPECT_EQ(steps("allreduce", {{"algorithm", "halving_doubling"}}, 9), 8u);
  EXPECT_EQ(steps("allgather", {}, 8), 7u);
  EXPECT_EQ(steps("reducescatter", {}, 8), 7u);
  EXPECT_EQ(steps("alltoall", {}, 8), 1u);
  EXPECT_EQ(steps("broadcast", {{"algorithm", "binomial"}}, 8), 3u);
  EXPECT_EQ(steps_of(one("barrier", {}, 8)), 3u);
  EXPECT_EQ(steps_of(one("barrier", {}, 9)), 4u);
}

TEST(Collectives, SizesGrowByTheFactor) {
  std::vector<std::uint64_t> sizes;
  for (const Schedule& each :
       all_sizes("allgather", {{"bytes", "8 B..1 KiB"}, {"factor", "4"}}, 4)) {
    sizes.push_back(each.collective->size().count());
    EXPECT_TRUE(each.collective->moves.empty()) << "nobody asked for a check";
  }
  EXPECT_THAT(sizes, testing::ElementsAre(8, 32, 128, 512));
}

/// As nccl-tests does: the rate of a size is that of the bytes that move.
TEST(Collectives, SizesAreOfEqualBlocks) {
  const auto of = [](const char* name, const char* bytes, unsigned ranks) {
    return *all_sizes(name, {{"bytes", bytes}}, ranks).front().collective;
  };
  for (const char* name : {"allgather", "reducescatter", "alltoall", "gather_to", "scatter_from"}) {
    const Collective seven = of(name, "100000", 7);
    EXPECT_EQ(seven.count(), 3571u) << name;
    EXPECT_EQ(seven.size().count(), 7 * 3571u * kElementBytes) << name;
    EXPECT_EQ(of(name, "100000", 5).size().count(), 100000u) << name;
    EXPECT_EQ(of(name, "24 B", 7).size().count(), 24u) << name << ": less than an element a rank";
  }
  EXPECT_EQ(of("allreduce", "100000", 7).size().count(), 100000u);
  EXPECT_EQ(of("broadcast", "100000", 7).size().count(), 100000u);
  const auto all_to_all = all_sizes("alltoall", {{"bytes", "100000"}}, 7);
  for (const Task& task : all_to_all.front().tasks)
    if (task.kind == TaskKind::kCopy && task.src != task.dst) {
      EXPECT_EQ(task.bytes.count(), 3571u * kElementBytes);
    }
}

TEST(Collectives, RefuseWhatTheyCannotDo) {
  const auto refused = [](const char* name, const WorkloadOptions& options, const char* what,
                          unsigned ranks = 8) {
    const std::string error = test::error_of([&] { (void)all_sizes(name, options, ranks); });
    EXPECT_THAT(error, testing::HasSubstr(what));
  };
  refused("allreduce", {{"algorithm", "star"}}, "one of ring, tree, halving_doubling, two_level");
  refused("allreduce", {{"algorithm", "two_level"}, {"node", "3"}}, "a divisor of the 8 ranks");
  refused("allreduce", {{"op", "mean"}}, "sum or max");
  refused("allreduce", {{"bytes", "3 B"}}, "4 B ... 1 TiB");
  refused("allreduce", {{"bytes", "x"}}, "4 B ... 1 TiB");
  refused("allreduce", {{"bytes", "2 KiB..1 KiB"}}, "2 KiB ... 1 TiB");
  refused("allreduce", {{"bytes", "8..16"}, {"factor", "1"}}, "factor");
  refused("allreduce", {{"check", "maybe"}}, "false or true");
  refused("allreduce", {{"check", "true"}, {"bytes", "256 MiB"}}, "1 GiB");
  refused("broadcast", {{"root", "8"}}, "0 ... 7");
  refused("allreduce", {{"in_place", "true"}}, "nothing to move", 1);
}

}  // namespace
}  // namespace gf::model::collective_generators_test
