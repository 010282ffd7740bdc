// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/schedule/copy_mover_if.h
#include "platforms/schedule/task_rows.h"

#include <gmock/gmock.h>
#include <sstream>

#include "core/time/watchdog.h"
#include "platforms/pcie/tree_copies.h"
#include "platforms/schedule/schedule_runner.h"
#include "tests/support/copy_task.h"
#include "tests/support/pcie_bench.h"
#include "tests/support/plain_copies.h"
#include "tests/support/runner_work.h"

namespace gf::platforms::schedule::task_rows_test {
namespace {

using namespace runner_work;  // NOLINT: what these tests share
using test::copy_task;

TEST(TaskRows, HaveNoStallTimesWhereTheFabricTellsNone) {
  test::PlainCopies copies(2);
  Runner runner("host", {}, copies, {{"s", {copy_task(0, 1, 500)}}});
  core::run_simulation({});
  std::ostringstream csv;
  write_tasks_csv(csv, runner);
  EXPECT_THAT(csv.str(), testing::HasSubstr(",issued_ns,end_ns\n"));
  EXPECT_THAT(csv.str(), testing::HasSubstr(",0.000,500.000\n"));
}

TEST(TaskRows, TellWhenTasksWereIssuedAndEnded) {
  test::PcieBench bench("T2");
  pcie::TreeCopies copies(bench.machine());
  model::Task work = work_of(model::TaskKind::kKernel, 2, 0);
  work.duration = five_microseconds();
  const model::Task copy = copy_task(0, 4, 256, {0});
  Runner runner("host", {}, copies, {{"s", {work, copy}}});
  core::run_simulation({});
  EXPECT_EQ(what_runs(runner), RunsWhat::kSchedules);
  std::ostringstream csv;
  write_tasks_csv(csv, runner);
  EXPECT_THAT(csv.str(), testing::HasSubstr(",0.000,5000.000,"));
  EXPECT_THAT(csv.str(), testing::HasSubstr(",5000.000,"));
  EXPECT_GT(last_end_of(runner.results()[0]), 5e-6);
  EXPECT_THAT(tasks_table(runner, 1), testing::HasSubstr("... 1 more"));
}

}  // namespace
}  // namespace gf::platforms::schedule::task_rows_test
