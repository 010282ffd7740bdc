// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/collective_generators.h"

#include <gmock/gmock.h>

#include "tests/support/collective_ways.h"
#include "tests/support/errors.h"
#include "workloads/schedule/elements/collective_data.h"

namespace gf::model::collective_generators_test {
namespace {

using namespace collective_ways;  // NOLINT: what these tests share

struct Way {
  std::string collective;
  WorkloadOptions options;
};
const Way kWays[] = {
    {"allreduce", {{"algorithm", "ring"}}},
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
    {"sendrecv", {}},
    {"allreduce", {{"algorithm", "nccl_ring"}, {"launch", "0"}, {"channels", "3"}}},
    {"allreduce", {{"algorithm", "nccl_ring"}, {"launch", "0"}, {"in_place", "true"}}},
    {"allreduce", {{"algorithm", "nccl_ring"}, {"launch", "0"}, {"direct", "false"}}},
    {"allgather", {{"algorithm", "nccl_ring"}, {"launch", "0"}, {"protocol", "ll"}}},
    {"allgather", {{"algorithm", "nccl_ring"}, {"launch", "0"}, {"in_place", "true"}}},
    {"reducescatter", {{"algorithm", "nccl_ring"}, {"launch", "0"}, {"op", "max"}}},
    {"reducescatter", {{"algorithm", "nccl_ring"}, {"launch", "0"}, {"in_place", "true"}}},
    {"broadcast", {{"algorithm", "nccl_ring"}, {"launch", "0"}, {"root", "0"}}},
    {"broadcast", {{"algorithm", "nccl_ring"}, {"launch", "0"}, {"in_place", "true"}}},
    {"reduce", {{"algorithm", "nccl_ring"}, {"launch", "0"}, {"channels", "2"}}},
    {"reduce", {{"algorithm", "nccl_ring"}, {"launch", "0"}, {"in_place", "true"}}},
    {"allreduce", {{"algorithm", "nccl_tree"}, {"launch", "0"}}},
    {"allreduce", {{"algorithm", "nccl"}, {"launch", "0"}, {"in_place", "true"}}},
    {"allgather", {{"algorithm", "nccl"}, {"launch", "0"}, {"NCCL_PROTO", "LL128"}}},
    {"alltoall", {{"algorithm", "nccl"}, {"launch", "0"}}},
    {"alltoallv", {{"skew", "3"}}},
    {"alltoallv", {{"algorithm", "nccl_p2p"}, {"launch", "0"}, {"protocol", "simple"}}},
    {"gather_to", {{"algorithm", "nccl_p2p"}, {"launch", "0"}, {"in_place", "true"}}},
    {"scatter_from", {{"algorithm", "nccl_p2p"}, {"launch", "0"}, {"direct", "true"}}},
    {"sendrecv", {{"algorithm", "nccl_p2p"}, {"launch", "0"}, {"channels", "2"}}}};

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

TEST(Collectives, CountElementsOfAType) {
  const auto of = [](const char* name, const char* type, const char* bytes) {
    return *all_sizes(name, {{"bytes", bytes}, {"type", type}}, 4).front().collective;
  };
  EXPECT_EQ(of("allreduce", "half", "1 KiB").count(), 512u);
  EXPECT_EQ(of("allreduce", "uint8", "1 KiB").count(), 1024u);
  EXPECT_EQ(of("allgather", "double", "1 KiB").count(), 32u);
  EXPECT_EQ(of("allgather", "double", "1020").size().count(), 992u) << "whole elements a block";
  EXPECT_EQ(of("allreduce", "float", "1022").size().count(), 1020u);
}

TEST(Collectives, RefuseWhatTheyCannotDo) {
  const auto refused = [](const char* name, const WorkloadOptions& options, const char* what,
                          unsigned ranks = 8) {
    const std::string error = test::error_of([&] { (void)all_sizes(name, options, ranks); });
    EXPECT_THAT(error, testing::HasSubstr(what));
  };
  refused("allreduce", {{"algorithm", "star"}},
          "one of ring, tree, halving_doubling, two_level, nccl, nccl_ring, nccl_tree, nccl_nvls");
  refused("allreduce", {{"algorithm", "two_level"}, {"node", "3"}}, "a divisor of the 8 ranks");
  refused("allreduce", {{"algorithm", "nccl_ring"}, {"launch", "2 s"}}, "at most 1 s");
  refused("allreduce", {{"op", "mean"}}, "sum or max");
  refused("allreduce", {{"algorithm", "nccl_ring"}, {"launch", "0"}, {"protocol", "x"}},
          "auto, simple, ll or ll128");
  refused("allreduce", {{"algorithm", "nccl_ring"}, {"launch", "0"}, {"channels", "65"}},
          "1 ... 64");
  refused("allreduce", {{"algorithm", "ring"}, {"NCCL_PROTO", "LL"}}, "none with algorithm=ring");
  refused("broadcast", {{"algorithm", "nccl"}, {"launch", "0"}, {"NCCL_ALGO", "Tree"}},
          "nccl with NCCL_ALGO=Tree");
  refused("allreduce", {{"type", "fp16"}}, "int8, uint8, int32");
  refused("allreduce", {{"type", "double"}, {"bytes", "4 B"}}, "8 B ... 1 TiB");
  refused("alltoall", {{"algorithm", "nccl"}, {"protocol", "ll128"}}, "auto, simple or ll");
  refused("alltoallv", {{"counts", "c.csv"}, {"skew", "2"}}, "none with counts=");
  refused("allreduce", {{"bytes", "3 B"}}, "4 B ... 1 TiB");
  refused("allreduce", {{"bytes", "x"}}, "4 B ... 1 TiB");
  refused("allreduce", {{"bytes", "2 KiB..1 KiB"}}, "2 KiB ... 1 TiB");
  refused("allreduce", {{"bytes", "8..16"}, {"factor", "1"}}, "factor");
  refused("allreduce", {{"check", "maybe"}}, "false or true");
  refused("allreduce", {{"check", "true"}, {"bytes", "256 MiB"}}, "1 GiB");
  refused("broadcast", {{"root", "8"}}, "0 ... 7");
  refused("allreduce", {{"in_place", "true"}}, "moves nothing", 1);
}

}  // namespace
}  // namespace gf::model::collective_generators_test
