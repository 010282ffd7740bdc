// SPDX-License-Identifier: Apache-2.0
#include "platforms/schedule/share_rows.h"

#include "core/trace/timeline.h"
#include "tests/support/matchers.h"
#include "workloads/schedule/task_classes.h"

namespace gf::platforms::schedule::share_rows_test {
namespace {

constexpr core::Ticks kUs = 1'000'000'000;

/// Rank 0 computes 6 us and sends for 4 us; rank 1 waits for both.
class ShareRows : public testing::Test {
 protected:
  ShareRows() {
    schedule_.name = "s";
    model::Task task;
    task.kind = model::TaskKind::kKernel;
    task.id = "work";
    schedule_.tasks.push_back(task);
    task.kind = model::TaskKind::kCopy;
    task.dst = 1;
    task.id = "send";
    task.after = {0};
    schedule_.tasks.push_back(task);
    model::TaskClasses classes;
    classes.number("never");
    classes.of = {0, classes.number("point to point")};
    schedule_.classes = std::make_shared<model::TaskClasses>(classes);
    ShareRow row{&schedule_, kUs, {{0, 0, 6 * kUs}, {6 * kUs, 6 * kUs, 10 * kUs}}, {}};
    row.shares = model::shares_of(schedule_, row.times);
    rows_.push_back(row);
  }
  model::Schedule schedule_;
  std::vector<ShareRow> rows_;
};

TEST_F(ShareRows, AreALineARankAndTheirMeans) {
  EXPECT_EQ(share_table(rows_, 40),
            "step  rank  compute us  bubble us  point to point us\n"
            "----  ----  ----------  ---------  -----------------\n"
            "s        0       6.000      0.000              4.000\n"
            "s        1       0.000      6.000              4.000\n"
            "s     mean       3.000      3.000              4.000\n"
            "s     part      30.0 %     30.0 %             40.0 %\n"
            "s: 2 tasks on 2 ranks in 10.000 us; exposed communication 40.0 %\n");
  EXPECT_THAT(share_table(rows_, 1), HasSubstr("... 1 more ranks\n"));
}

TEST_F(ShareRows, AreMeansForScripts) {
  rows_.push_back(rows_[0]);
  const std::vector<Result> results = share_results(rows_);
  ASSERT_EQ(results.size(), 4u);
  EXPECT_EQ(results[0].name, "step_time");
  EXPECT_DOUBLE_EQ(results[0].value, 20e-6);
  EXPECT_DOUBLE_EQ(results[1].value, 6e-6);
  EXPECT_DOUBLE_EQ(results[2].value, 6e-6);
  EXPECT_EQ(results[3].name, "exposed_point_to_point");
  EXPECT_DOUBLE_EQ(results[3].value, 8e-6);
}

struct Drawn : core::Timeline::Sink {
  void slice(const core::Timeline::Slice& slice) override {
    slices.push_back(slice.row.process + "/" + slice.row.thread + "/" + slice.name + " " +
                     std::to_string(slice.begin / kUs) + ".." + std::to_string(slice.end / kUs));
  }
  std::vector<std::string> slices;
};

TEST_F(ShareRows, AreDrawnByRankAndClass) {
  Drawn drawn;
  core::Timeline timeline;
  timeline.add(drawn);
  draw_shares(rows_);
  EXPECT_THAT(drawn.slices,
              ElementsAre("rank 0/compute/work 1..7", "rank 0/point to point/send 7..11"));
}

}  // namespace
}  // namespace gf::platforms::schedule::share_rows_test
