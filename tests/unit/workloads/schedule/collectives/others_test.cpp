// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/others.h"

#include <gmock/gmock.h>

#include "tests/support/collective_ways.h"

namespace gf::model::others_test {
namespace {

using namespace collective_ways;  // NOLINT: what these tests share

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

TEST(Collectives, ABarrierTellsEveryRankOfAll) {
  for (unsigned ranks = 1; ranks <= 9; ++ranks) {
    const Schedule schedule = one("barrier", {}, ranks);
    EXPECT_EQ(AnyOrder(schedule, 1).run().wrong, 0u);
    EXPECT_EQ(AnyOrder(schedule, 1).run().compared, ranks);
  }
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

}  // namespace
}  // namespace gf::model::others_test
