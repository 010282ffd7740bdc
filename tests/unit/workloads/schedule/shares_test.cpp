// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/schedule/task_classes.h
#include "workloads/schedule/shares.h"

#include "tests/support/matchers.h"

namespace gf::model::shares_test {
namespace {

/// Tasks with their times; classes: 0 compute, 1 "a", 2 "b".
class Steps {
 public:
  void add(TaskKind kind, unsigned src, unsigned dst, std::uint8_t its_class,
           std::vector<unsigned> after, const TaskTimes& times) {
    Task task;
    task.kind = kind;
    task.src = src;
    task.dst = dst;
    task.after = std::move(after);
    schedule_.tasks.push_back(std::move(task));
    classes_.of.push_back(its_class);
    times_.push_back(times);
  }
  void kernel(unsigned rank, std::vector<unsigned> after, const TaskTimes& times) {
    add(TaskKind::kKernel, rank, rank, 0, std::move(after), times);
  }
  StepShares shares() {
    classes_.number("a");
    classes_.number("b");
    schedule_.classes = std::make_shared<TaskClasses>(classes_);
    return shares_of(schedule_, times_);
  }

 private:
  Schedule schedule_;
  TaskClasses classes_;
  std::vector<TaskTimes> times_;
};

void expect_whole(const StepShares& shares) {
  for (const RankShares& rank : shares.ranks) {
    core::Ticks sum = rank.compute + rank.bubble;
    for (const core::Ticks each : rank.exposed) sum += each;
    EXPECT_EQ(sum, shares.step);
  }
}

// Rank 0 computes to 10 and sends to 14; rank 1 computes from 14 to 20 and sends back to 23.
TEST(Shares, ARankThatComputesNothingWaitsForOthersOrForWhatIsMoved) {
  Steps steps;
  steps.kernel(0, {}, {0, 0, 10});
  steps.add(TaskKind::kCopy, 0, 1, 1, {0}, {10, 10, 14});
  steps.kernel(1, {1}, {14, 14, 20});
  steps.add(TaskKind::kCopy, 1, 0, 2, {2}, {20, 20, 23});
  const StepShares shares = steps.shares();
  EXPECT_EQ(shares.step, 23u);
  EXPECT_EQ(shares.ranks[0].compute, 10u);
  EXPECT_EQ(shares.ranks[0].bubble, 6u) << "while rank 1 computes";
  EXPECT_THAT(shares.ranks[0].exposed, ElementsAre(0, 4, 3));
  EXPECT_EQ(shares.ranks[1].compute, 6u);
  EXPECT_EQ(shares.ranks[1].bubble, 10u);
  EXPECT_THAT(shares.ranks[1].exposed, ElementsAre(0, 4, 3));
  expect_whole(shares);
}

TEST(Shares, WhatGoesOnBesideAKernelIsNotExposed) {
  Steps steps;
  steps.kernel(0, {}, {0, 0, 10});
  steps.add(TaskKind::kCopy, 0, 1, 1, {}, {0, 0, 7});
  steps.kernel(0, {0, 1}, {10, 10, 20});
  const StepShares shares = steps.shares();
  EXPECT_EQ(shares.ranks[0].compute, 20u);
  EXPECT_THAT(shares.ranks[0].exposed, ElementsAre(0, 0, 0));
  expect_whole(shares);
}

// The kernel waits for a reduce, which stands behind another one of class b on its device.
TEST(Shares, ATaskBehindOthersWaitsForThose) {
  Steps steps;
  steps.add(TaskKind::kReduce, 0, 0, 2, {}, {0, 0, 5});
  steps.add(TaskKind::kReduce, 0, 0, 1, {}, {2, 5, 9});
  steps.kernel(0, {1}, {9, 9, 10});
  const StepShares shares = steps.shares();
  EXPECT_THAT(shares.ranks[0].exposed, ElementsAre(0, 4, 3));
  EXPECT_EQ(shares.ranks[0].bubble, 2u) << "until the second one was issued nothing waited";
  expect_whole(shares);
}

TEST(Shares, AStartTimeIsBubble) {
  Steps steps;
  steps.kernel(0, {}, {6, 6, 8});
  const StepShares shares = steps.shares();
  EXPECT_EQ(shares.ranks[0].bubble, 6u);
  expect_whole(shares);
}

TEST(TaskClasses, HaveANumberEach) {
  TaskClasses classes;
  EXPECT_EQ(classes.number("compute"), TaskClasses::kCompute);
  EXPECT_EQ(classes.number("x"), 1u);
  EXPECT_EQ(classes.number("y"), 2u);
  EXPECT_EQ(classes.number("x"), 1u);
}

}  // namespace
}  // namespace gf::model::shares_test
