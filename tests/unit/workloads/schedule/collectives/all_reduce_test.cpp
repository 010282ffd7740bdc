// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/schedule/collectives/rings.h
#include "workloads/schedule/collectives/all_reduce.h"

#include <gmock/gmock.h>

#include "tests/support/collective_ways.h"
#include "workloads/schedule/elements/collective_data.h"

namespace gf::model::all_reduce_test {
namespace {

using namespace collective_ways;  // NOLINT: what these tests share

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

TEST(Collectives, RingAndHalvingMoveTheLeastBytesThatAnAllReduceCan) {
  constexpr std::uint64_t kBytes = 4 * 8 * 1024;
  for (const char* const algorithm : {"ring", "halving_doubling"}) {
    const Schedule schedule = one("allreduce", {{"algorithm", algorithm}, {"bytes", "32 KiB"}}, 8);
    for (unsigned rank = 0; rank < 8; ++rank)
      EXPECT_EQ(sent_by(schedule, rank), 2 * 7 * kBytes / 8) << algorithm << ", rank " << rank;
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

}  // namespace
}  // namespace gf::model::all_reduce_test
