// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/schedule.h"

#include <gmock/gmock.h>

namespace gf::model::schedule_test {
namespace {

/// Tasks of which task i waits for those of `after[i]`.
Schedule waiting(const std::vector<std::vector<unsigned>>& after) {
  Schedule schedule{"s", {}};
  for (const std::vector<unsigned>& each : after) {
    Task task;
    task.dst = 1;
    task.bytes = core::Bytes(1);
    task.after = each;
    schedule.tasks.push_back(task);
  }
  return schedule;
}

TEST(FindCycle, NoneWhereTasksCanStart) {
  EXPECT_TRUE(find_cycle(waiting({{}, {}, {}})).empty());
  EXPECT_TRUE(find_cycle(waiting({{}, {0}, {0}, {1, 2}})).empty()) << "two ways to one task";
  EXPECT_TRUE(find_cycle(waiting({{1}, {2}, {}})).empty()) << "ids of tasks further down";
}

TEST(FindCycle, NamesThoseInItAndNoOther) {
  EXPECT_THAT(find_cycle(waiting({{0}})), testing::ElementsAre(0));
  EXPECT_THAT(find_cycle(waiting({{1}, {2}, {3}, {1}})), testing::ElementsAre(1, 2, 3));
  EXPECT_THAT(find_cycle(waiting({{}, {0, 2}, {0, 1}})), testing::ElementsAre(1, 2));
}

TEST(FindCycle, AChainOfAHundredThousandNeedsNoStack) {
  constexpr unsigned kTasks = 100'000;
  std::vector<std::vector<unsigned>> after(kTasks);
  for (unsigned i = 0; i + 1 < kTasks; ++i) after[i] = {i + 1};
  EXPECT_TRUE(find_cycle(waiting(after)).empty());
  after[kTasks - 1] = {0};
  EXPECT_EQ(find_cycle(waiting(after)).size(), kTasks);
}

TEST(Schedule, IsAGraphIfCopiesWaitForTimeAlone) {
  EXPECT_TRUE(waiting({{}, {}}).is_graph());
  EXPECT_FALSE(waiting({{}, {0}}).is_graph());
  Schedule computes = waiting({{}});
  computes.tasks[0].kind = TaskKind::kKernel;
  EXPECT_FALSE(computes.is_graph());
}

TEST(Schedule, ATaskWithoutAnIdHasItsPosition) {
  Schedule schedule = waiting({{}, {}});
  schedule.tasks[0].id = "first";
  EXPECT_EQ(schedule.id_of(0), "first");
  EXPECT_EQ(schedule.id_of(1), "1");
}

}  // namespace
}  // namespace gf::model::schedule_test
