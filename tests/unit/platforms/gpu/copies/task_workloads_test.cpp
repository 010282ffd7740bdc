// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/copies/task_workloads.h"

#include <gmock/gmock.h>

#include "tests/support/errors.h"
#include "tests/support/fabric_node.h"
#include "tests/support/gpu_copies_bench.h"

namespace gf::platforms::gpu::task_workloads_test {
namespace {

using gpu_copies_bench::work_task;

TEST(TaskWorkloads, NameWhatIsNotThere) {
  model::Task kernel = work_task(model::TaskKind::kKernel, 0);
  kernel.workload = "stream_traid";
  TaskWorkloads workloads({{"s", {kernel}}}, 1);
  model::Workload data;
  EXPECT_THAT(test::error_of([&] { workloads.add_data(data); }),
              testing::HasSubstr("stream_triad"));
}

}  // namespace
}  // namespace gf::platforms::gpu::task_workloads_test
