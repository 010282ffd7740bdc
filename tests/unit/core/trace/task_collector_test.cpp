// SPDX-License-Identifier: Apache-2.0
#include "core/trace/task_collector.h"

#include "core/trace/task_recorder.h"
#include "tests/support/matchers.h"

namespace gf::core::task_collector_test {
namespace {

/// One of several ranks.
struct Rank {
  TaskRecorder recorder{10};
  TaskCollector collector{[this](const Timeline::Slice& slice) { recorder.slice(slice); }};
};

void report(Rank& rank, const std::string& row, const std::string& name, Ticks begin, Ticks end) {
  rank.collector.report({{"node", row}, name, begin, end, "{\"bytes\":5}", end});
}

TEST(TaskCollector, OneRecorderGetsTheSlicesOfAll) {
  Rank first, second;
  const auto text = [&] {
    std::vector<std::string> tasks;
    for (const TaskRecorder::Row& row : first.recorder.rows())
      for (const TaskRecorder::Task& task : row.tasks)
        tasks.push_back(row.where.process + "." + row.where.thread + " " + task.name + " " +
                        std::to_string(task.begin) + " " + std::to_string(task.busy) + task.args);
    return tasks;
  };
  report(second, "b", "early", 0, 20);
  report(first, "a", "later", 10, 30);
  first.collector.merge_packed({"", second.collector.packed()});
  EXPECT_THAT(text(),
              ElementsAre("node.a later 10 20{\"bytes\":5}", "node.b early 0 20{\"bytes\":5}"));
  report(second, "b", "last", 30, 35);
  first.collector.merge_packed({"", second.collector.packed()});
  EXPECT_EQ(text().size(), 3u) << "what was said is not said again";
  EXPECT_TRUE(second.recorder.rows().empty());
}

/// Beyond what it keeps the recorder joins: when, depends on the order in which slices come.
TEST(TaskCollector, HandOnInTheOrderInWhichTheyBecameKnown) {
  Rank first, second, alone;
  for (Ticks at = 0; at < 100; at += 10) {
    report(first, "a", "x", at, at + 3 + at / 20);
    report(second, "b", "y", at, at + 4);
    report(alone, "b", "y", at, at + 4);
    report(alone, "a", "x", at, at + 3 + at / 20);
  }
  first.collector.merge_packed({"", second.collector.packed()});
  alone.collector.collect();
  ASSERT_GT(alone.recorder.joined_below(), 0u);
  EXPECT_EQ(first.recorder.joined_below(), alone.recorder.joined_below());
  const auto first_rows = first.recorder.rows(), rows = alone.recorder.rows();
  ASSERT_EQ(first_rows.size(), rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    ASSERT_EQ(first_rows[row].tasks.size(), rows[row].tasks.size());
    for (std::size_t task = 0; task < rows[row].tasks.size(); ++task)
      EXPECT_EQ(first_rows[row].tasks[task].joined, rows[row].tasks[task].joined);
  }
}

}  // namespace
}  // namespace gf::core::task_collector_test
