// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/ready_tasks.h"

#include <gmock/gmock.h>

namespace gf::model::ready_tasks_test {
namespace {

constexpr core::Ticks kNs = 1'000'000;

Task task_of(double start_ns, std::vector<unsigned> after) {
  Task task;
  task.dst = 1;
  task.bytes = core::Bytes(1);
  task.start = sc_core::sc_time(start_ns, sc_core::SC_NS);
  task.after = std::move(after);
  return task;
}

TEST(ReadyTasks, EarliestFirstThenInTheOrderOfTheSchedule) {
  const Schedule schedule{"s", {task_of(5, {}), task_of(2, {}), task_of(2, {})}};
  ReadyTasks ready(schedule);
  EXPECT_EQ(ready.next(), 2 * kNs);
  EXPECT_EQ(ready.take(), 1u);
  EXPECT_EQ(ready.take(), 2u);
  EXPECT_EQ(ready.next(), 5 * kNs);
  EXPECT_EQ(ready.take(), 0u);
  EXPECT_EQ(ready.next(), core::kNever);
}

TEST(ReadyTasks, ATaskWaitsForAllThatItComesAfter) {
  const Schedule schedule{"s", {task_of(0, {}), task_of(0, {}), task_of(0, {0, 1})}};
  ReadyTasks ready(schedule);
  (void)ready.take();
  (void)ready.take();
  EXPECT_FALSE(ready.complete(1, 3 * kNs));
  EXPECT_EQ(ready.next(), core::kNever);
  EXPECT_TRUE(ready.complete(0, 7 * kNs));
  EXPECT_EQ(ready.next(), 7 * kNs);
  EXPECT_EQ(ready.take(), 2u);
  EXPECT_FALSE(ready.all_complete());
  EXPECT_FALSE(ready.complete(2, 9 * kNs));
  EXPECT_TRUE(ready.all_complete());
}

TEST(ReadyTasks, AStartTimeHoldsAfterTheOthersHaveEnded) {
  const Schedule schedule{"s", {task_of(0, {}), task_of(50, {0})}};
  ReadyTasks ready(schedule);
  (void)ready.take();
  ready.complete(0, 10 * kNs);
  EXPECT_EQ(ready.next(), 50 * kNs);
}

TEST(ReadyTasks, ACopyStartsWithTheKernelThatWritesForIt) {
  Schedule schedule{"s", {task_of(0, {}), task_of(3, {}), task_of(0, {1})}};
  schedule.tasks[0].writer = 1;
  ReadyTasks ready(schedule);
  EXPECT_EQ(ready.next(), 3 * kNs);
  EXPECT_EQ(ready.take(), 1u);
  EXPECT_THAT(ready.starting_with(1), testing::ElementsAre(0));
  EXPECT_THAT(ready.starting_with(0), testing::IsEmpty());
  EXPECT_FALSE(ready.complete(0, 5 * kNs));
  EXPECT_TRUE(ready.complete(1, 6 * kNs));
  EXPECT_EQ(ready.left(), 1u);
  EXPECT_THAT(dependency_order(schedule), testing::ElementsAre(1, 0, 2));
}

TEST(ReadyTasks, AnIdThatIsNamedTwiceIsWaitedForOnce) {
  const Schedule schedule{"s", {task_of(0, {}), task_of(0, {0, 0})}};
  ReadyTasks ready(schedule);
  (void)ready.take();
  EXPECT_TRUE(ready.complete(0, kNs));
  EXPECT_EQ(ready.take(), 1u);
  EXPECT_EQ(ready.next(), core::kNever);
  EXPECT_EQ(ready.left(), 1u);
}

}  // namespace
}  // namespace gf::model::ready_tasks_test
