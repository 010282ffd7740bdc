// SPDX-License-Identifier: Apache-2.0
#include "core/step_recorder.h"

#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <stdexcept>

namespace gf::core::step_recorder_test {
namespace {

constexpr Ticks kStep = StepRecorder::kFirstStep;

std::uint64_t sum_of_steps(const StepRecorder& recorder, std::size_t number) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < recorder.steps(); ++i) sum += recorder.grown(number, i);
  return sum;
}

TEST(StepRecorder, KeepsWhatAValueGrewByInEachStep) {
  std::uint64_t bytes = 7;
  StepRecorder recorder(8);
  const std::size_t number = recorder.watch([&] { return bytes; });
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
    const std::size_t number = recorder.watch([&] { return value; });
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
  const std::size_t number = recorder.watch_time([&] { return busy; });
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
  const std::size_t number = recorder.watch([&] { return value; });
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
  const std::size_t number = recorder.watch_number(waited, 3);
  recorder.before_step([&](Ticks until) { waited = until / 10; });
  recorder.take_until(3 * kStep);
  for (std::size_t step = 0; step < 3; ++step)
    EXPECT_EQ(recorder.grown(number, step), kStep / 10 * 3);
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
  EXPECT_THROW(recorder.watch([] { return std::uint64_t{0}; }), std::logic_error);
  EXPECT_THROW(StepRecorder(3), std::logic_error);
}

}  // namespace
}  // namespace gf::core::step_recorder_test
