// SPDX-License-Identifier: Apache-2.0
#include "core/trace/task_recorder.h"

#include <map>
#include <random>

#include "tests/support/matchers.h"

namespace gf::core::task_recorder_test {
namespace {

/// Slices of rows that are busy in bursts, most of them short, in the order of their ends.
void add_slices(TaskRecorder& recorder, unsigned rows, unsigned slices) {
  std::mt19937_64 random(rows);
  std::multimap<Ticks, std::pair<unsigned, Ticks>> by_end;  // Row, length.
  for (unsigned row = 0; row < rows; ++row) {
    Ticks at = 0;
    for (unsigned i = 0; i < slices; ++i) {
      const Ticks length = random() % 100 == 0 ? 1'000'000 : 1 + random() % 1000;
      by_end.emplace(at + length, std::pair(row, length));
      at += length + random() % 500;
    }
  }
  for (const auto& [end, slice] : by_end)
    recorder.slice({{"part", std::to_string(slice.first)}, "task", end - slice.second, end});
}

struct Sums {
  std::size_t tasks = 0;
  std::uint64_t joined = 0;
  Ticks busy = 0;
};
Sums sums_of(const TaskRecorder& recorder) {
  Sums sums;
  for (const TaskRecorder::Row& row : recorder.rows()) {
    for (const TaskRecorder::Task& task : row.tasks) {
      ++sums.tasks;
      sums.joined += task.joined;
      sums.busy += task.busy;
    }
  }
  return sums;
}

TEST(TaskRecorder, KeepsWhatFits) {
  TaskRecorder recorder(10);
  recorder.slice({{"gpu_10", "copies"}, "late", 50, 60, "{\"bytes\":4096}"});
  recorder.slice({{"gpu_2", "copies"}, "b", 20, 30});
  recorder.slice({{"gpu_2", "copies"}, "a", 0, 10});
  const std::vector<TaskRecorder::Row> rows = recorder.rows();
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].where.process, "gpu_2") << "by number, not by character";
  ASSERT_EQ(rows[0].tasks.size(), 2u);
  EXPECT_EQ(rows[0].tasks[0].name, "a") << "by their beginnings";
  EXPECT_EQ(rows[1].tasks[0].args, R"({"bytes":4096})");
  EXPECT_EQ(recorder.joined_below(), 0u);
}

TEST(TaskRecorder, JoinsShortNeighboursAndForgetsNoTime) {
  TaskRecorder all(1'000'000), few(200);
  add_slices(all, 3, 2000);
  add_slices(few, 3, 2000);
  few.finish();
  const Sums wanted = sums_of(all), found = sums_of(few);
  EXPECT_EQ(wanted.tasks, 6000u);
  EXPECT_LE(found.tasks, 200u);
  EXPECT_GT(found.tasks, 20u);
  EXPECT_EQ(found.joined, wanted.joined);
  EXPECT_EQ(found.busy, wanted.busy);
  EXPECT_GT(few.joined_below(), 0u);
}

/// Whole machines do the same at one date, and who of them is the first to tell says nothing.
TEST(TaskRecorder, DoesNotDependOnTheOrderOfOneDate) {
  const auto record = [](bool backwards) {
    TaskRecorder recorder(100);
    for (Ticks at = 0; at < 30; ++at)
      for (unsigned i = 0; i < 16; ++i) {
        const unsigned row = backwards ? 15 - i : i;
        recorder.slice({{"part", std::to_string(row)}, "task", 10 * at, 10 * at + 8 - row % 3});
      }
    recorder.finish();
    std::string text;
    for (const TaskRecorder::Row& row : recorder.rows())
      for (const TaskRecorder::Task& task : row.tasks)
        text += row.where.thread + ": " + std::to_string(task.begin) + " to " +
                std::to_string(task.end) + ", " + std::to_string(task.joined) + "\n";
    return text;
  };
  EXPECT_EQ(record(false), record(true));
}

TEST(TaskRecorder, LongTasksStandAlone) {
  TaskRecorder recorder(100);
  for (Ticks burst = 0; burst < 3; ++burst) {
    const Ticks begin = 10'000 * burst;
    for (Ticks at = begin; at < begin + 2'000; at += 20)
      recorder.slice({{"gpu", "kernels"}, "short", at, at + 10});
    recorder.slice({{"gpu", "kernels"}, "long", begin + 5'000, begin + 9'000});
  }
  unsigned alone = 0;
  const std::vector<TaskRecorder::Row> rows = recorder.rows();
  for (const TaskRecorder::Task& task : rows[0].tasks)
    alone += task.name == "long" && task.joined == 1;
  EXPECT_EQ(alone, 3u);
}

TEST(TaskRecorder, MoreRowsThanTasksIsNoEndlessSearch) {
  TaskRecorder recorder(10);
  for (int row = 0; row < 50; ++row) recorder.slice({{"part", std::to_string(row)}, "one", 0, 5});
  EXPECT_EQ(sums_of(recorder).tasks, 50u) << "nothing to join with";
}

/// Each of them would walk all that are there.
TEST(TaskRecorder, DoesNotTryToJoinForEachTaskMore) {
  TaskRecorder recorder(10);
  for (Ticks at = 0; at < 20'000; ++at)
    recorder.slice({{"part", std::to_string(at)}, "one", at, at + 5});
  EXPECT_EQ(sums_of(recorder).tasks, 20'000u);
}

}  // namespace
}  // namespace gf::core::task_recorder_test
