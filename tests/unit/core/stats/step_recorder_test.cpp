// SPDX-License-Identifier: Apache-2.0
#include "core/stats/step_recorder.h"

#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <stdexcept>

namespace gf::core::step_recorder_test {
namespace {

const std::uint64_t kNumber = 0;
constexpr Ticks kStep = StepRecorder::kFirstStep;

std::uint64_t sum_of_steps(const StepRecorder& recorder, std::size_t number) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < recorder.steps(); ++i) sum += recorder.grown(number, i);
  return sum;
}

TEST(StepRecorder, KeepsWhatAValueGrewByInEachStep) {
  std::uint64_t bytes = 7;
  StepRecorder recorder(8);
  const std::size_t number = recorder.watch(bytes);
  bytes += 5;
  recorder.take_until(kStep);
  recorder.take_until(2 * kStep);
  bytes += 2;
  recorder.take_until(3 * kStep);
  EXPECT_EQ(recorder.steps(), 3u);
  EXPECT_EQ(recorder.grown(number, 0), 5u) << "what it was before it is watched does not count";
  EXPECT_EQ(recorder.grown(number, 1), 0u);
  EXPECT_EQ(recorder.grown(number, 2), 2u);
  EXPECT_EQ(recorder.total(number), 7u);
}

TEST(StepRecorder, StepsAreBoundedAndLoseNothing) {
  for (const std::size_t most : {2u, 16u, 512u}) {
    std::mt19937_64 random(most);
    std::uint64_t value = 0, grown = 0;
    StepRecorder recorder(most);
    const std::size_t number = recorder.watch(value);
    Ticks now = 0;
    for (int i = 0; i < 3000; ++i) {
      const std::uint64_t more = random() % 3 == 0 ? random() % 1000 : 0;
      value += more;
      grown += more;
      now += random() % (10 * kStep);
      recorder.take_until(now);
      ASSERT_LT(recorder.steps(), most);
    }
    // What came after the last whole step is not yet in any.
    recorder.take_until(now + recorder.step());
    EXPECT_EQ(sum_of_steps(recorder, number), grown);
    EXPECT_EQ(recorder.total(number), grown);
    EXPECT_GT(2 * recorder.steps() + 2, most) << "no coarser than it must be";
  }
}

TEST(StepRecorder, TimeThatIsBookedAheadCountsWhereItIsSpent) {
  Ticks busy = 0;
  StepRecorder recorder(64);
  const std::size_t number = recorder.watch_time(busy);
  busy += 2 * kStep + kStep / 2;  // A packet that holds the link for two and a half steps.
  recorder.take_until(5 * kStep);
  EXPECT_EQ(recorder.grown(number, 0), kStep);
  EXPECT_EQ(recorder.grown(number, 1), kStep);
  EXPECT_EQ(recorder.grown(number, 2), kStep / 2);
  EXPECT_EQ(recorder.grown(number, 3), 0u);
}

TEST(StepRecorder, AResetStartsOverFromZero) {
  std::uint64_t value = 0;
  StepRecorder recorder(8);
  const std::size_t number = recorder.watch(value);
  value = 100;
  recorder.take_until(kStep);
  value = 30;  // Reset, then 30 more.
  recorder.take_until(2 * kStep);
  EXPECT_EQ(recorder.grown(number, 1), 30u);
}

/// A wait grows without events: it is counted to the end of the step, wherever the kernel's time
/// is.
TEST(StepRecorder, NumbersCanBeBroughtToTheEndOfTheStep) {
  std::uint64_t waited = 0;
  StepRecorder recorder(8);
  const std::size_t number = recorder.watch(waited, 3);
  recorder.before_step([&](Ticks until) { waited = until / 10; });
  recorder.take_until(3 * kStep);
  for (std::size_t step = 0; step < 3; ++step)
    EXPECT_EQ(recorder.grown(number, step), kStep / 10 * 3);
}

/// Nothing acts between the ends of steps that are due together.
TEST(StepRecorder, IdleStepsAreNotLookedAt) {
  std::uint64_t value = 0;
  StepRecorder recorder(512);
  const std::size_t number = recorder.watch(value);
  value = 1;
  recorder.take_until(100 * kStep);
  value = 2;
  recorder.take_until(101 * kStep);
  EXPECT_EQ(recorder.steps(), 101u);
  EXPECT_EQ(recorder.looks(), 2u);
  EXPECT_EQ(recorder.changes(), 2u);
  EXPECT_EQ(recorder.grown(number, 0), 1u);
  EXPECT_EQ(recorder.grown(number, 100), 1u);
}

TEST(StepRecorder, WhereLittleHappensStepsAreFewer) {
  constexpr std::size_t kMost = 512, kFew = 64;
  for (const bool busy : {false, true}) {
    std::vector<std::uint64_t> values(1000);
    StepRecorder recorder(kMost, kFew);
    for (const std::uint64_t& value : values) recorder.watch(value);
    constexpr std::size_t kSteps = 4096;
    for (std::size_t step = 1; step <= kSteps; ++step) {
      if (busy)
        for (std::uint64_t& value : values) ++value;
      else
        ++values[0];
      recorder.take_until(step * kStep);
      ASSERT_GE(step < 2 * kFew ? kFew : recorder.steps(), kFew);
    }
    EXPECT_EQ(recorder.total(0), kSteps) << "nothing is lost";
    EXPECT_EQ(sum_of_steps(recorder, 0), kSteps);
    if (busy)
      EXPECT_GE(recorder.steps(), kMost / 2);
    else
      EXPECT_LT(recorder.steps(), 2 * kFew);
    // Each doubling of the run's length costs half of the most steps.
    const std::size_t end = busy ? kMost : 2 * kFew;
    EXPECT_LE(recorder.looks(), values.size() * (end + 6 * end / 2)) << busy;
  }
}

/// Few numbers grow, of which one counts much that is done.
TEST(StepRecorder, WhatTheModelDoesPaysForLooks) {
  std::vector<std::uint64_t> values(1000);
  StepRecorder recorder(512, 64);
  for (const std::uint64_t& value : values) recorder.watch_events(value);
  for (std::size_t step = 1; step <= 4096; ++step) {
    values[0] += 1300;
    recorder.take_until(step * kStep);
  }
  EXPECT_GE(recorder.steps(), 256u);
}

/// How often somebody asks depends on how a machine is cut.
TEST(StepRecorder, HowManyStepsThereAreDoesNotDependOnWhoAsksWhen) {
  std::vector<std::uint64_t> values(1000);
  StepRecorder often(512, 64), rarely(512, 64);
  for (const std::uint64_t& value : values) {
    often.watch(value);
    rarely.watch(value);
  }
  for (std::size_t step = 1; step <= 1000; ++step) {
    often.take_until(step * kStep);
    if (step % 10 != 0) continue;
    rarely.take_until(step * kStep);
    for (std::uint64_t& value : values) ++value;
  }
  EXPECT_LT(rarely.looks(), often.looks());
  EXPECT_EQ(rarely.step(), often.step());
  EXPECT_EQ(rarely.steps(), often.steps());
}

/// Each of two ranks watches one number of its own; the other one's stays where it is.
TEST(StepRecorder, AddsWhatAnotherRankHasRecorded) {
  std::uint64_t mine = 0, yours = 0;
  StepRecorder here(8), there(8);
  here.watch(mine);
  here.watch(kNumber);
  there.watch(kNumber);
  there.watch(yours);
  mine = 3;
  here.take_until(kStep);
  there.take_until(kStep);
  yours = 5;
  here.take_until(2 * kStep);
  there.take_until(2 * kStep);
  here.merge_packed({"", there.packed()});
  EXPECT_EQ(here.grown(0, 0), 3u);
  EXPECT_EQ(here.grown(0, 1), 0u);
  EXPECT_EQ(here.grown(1, 0), 0u);
  EXPECT_EQ(here.grown(1, 1), 5u);
  EXPECT_EQ(here.total(1), 5u);
  there.take_until(3 * kStep);
  EXPECT_THROW(here.merge_packed({"", there.packed()}), std::logic_error);
}

TEST(StepRecorder, ARealNumberCountsByItsWholePart) {
  double sum = 0.25;
  StepRecorder recorder(8);
  const std::size_t number = recorder.watch(sum);
  sum = 2.5;
  recorder.take_until(kStep);
  sum = 2.75;
  recorder.take_until(2 * kStep);
  EXPECT_EQ(recorder.grown(number, 0), 2u);
  EXPECT_EQ(recorder.grown(number, 1), 0u);
}

TEST(StepRecorder, SeveralNumbersMakeOneValue) {
  std::uint64_t one = 0, other = 5;
  StepRecorder recorder(8);
  const std::size_t number = recorder.watch(one);
  recorder.add(number, other);
  one = 2;
  other = 8;
  recorder.take_until(kStep);
  EXPECT_EQ(recorder.grown(number, 0), 5u);
}

TEST(StepRecorder, OnlyTheLastStepIsShorter) {
  StepRecorder recorder(4);
  recorder.take_until(9 * kStep);
  for (std::size_t i = 0; i < recorder.steps(); ++i)
    EXPECT_EQ(recorder.length(i), recorder.step()) << i;
  EXPECT_LE(recorder.end() - recorder.begin(), 9 * kStep);
}

TEST(StepRecorder, AValueMoreAfterTheFirstStepIsAnError) {
  StepRecorder recorder(4);
  recorder.take_until(kStep);
  EXPECT_THROW(recorder.watch(kNumber), std::logic_error);
  EXPECT_THROW(StepRecorder(3), std::logic_error);
}

}  // namespace
}  // namespace gf::core::step_recorder_test
