// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/gpu/copies/gpu_buffers.h
#include "platforms/gpu/copies/gpu_compute.h"

#include <gmock/gmock.h>

#include "tests/support/copy_task.h"
#include "tests/support/fabric_node.h"
#include "tests/support/gpu_copies_bench.h"
#include "workloads/kernels/workload_registry.h"

namespace gf::platforms::gpu::gpu_compute_test {
namespace {

using namespace gpu_copies_bench;  // NOLINT: what these tests share
using test::copy_task;

TEST(GpuCompute, ReducesReadTwoOperandsAndWriteOne) {
  constexpr std::uint64_t kBytes = 64 << 10;
  Bench bench({work_task(model::TaskKind::kReduce, kBytes)});
  const model::Flow flow = bench.run().flows[0];
  const auto& stats = bench.node().gpu(0).memory.stats();
  EXPECT_EQ(stats.dram_read_bytes.value(), 2 * kBytes);
  EXPECT_EQ(stats.writes.value(), kBytes / 128);
  // No faster than the DRAM reads.
  const hw::gpu::MemoryParams memory{};
  const double rate = memory.channels * core::ByteRate(memory.channel_rate).bytes_per_second();
  EXPECT_GT(core::to_time(flow.finished - flow.submitted).to_seconds(), 2 * kBytes / rate);
}

TEST(GpuCompute, KernelsReadAndWriteWhatTheySay) {
  constexpr std::uint64_t kBytes = 96 << 10;
  Bench bench({work_task(model::TaskKind::kKernel, kBytes, kBytes / 3)});
  bench.run();
  const auto& stats = bench.node().gpu(0).memory.stats();
  EXPECT_EQ(stats.dram_read_bytes.value(), kBytes * 2 / 3);
  EXPECT_EQ(stats.writes.value(), kBytes / 3 / 128);
}

TEST(GpuCompute, ReducesReadWhatHasJustArrived) {
  constexpr std::uint64_t kBytes = 64 << 10;
  model::Task reduce = work_task(model::TaskKind::kReduce, kBytes);
  reduce.after = {0};
  Bench bench({copy_task(1, 0, kBytes), reduce});
  bench.run();
  EXPECT_EQ(bench.node().gpu(0).memory.stats().dram_read_bytes.value(), kBytes)
      << "one operand is in the level 2 cache";
}

TEST(GpuCompute, ReducesAndCopiesSlowEachOther) {
  constexpr std::uint64_t kBytes = 4 << 20;
  const auto after = [](model::Task task, std::vector<unsigned> tasks) {
    task.after = std::move(tasks);
    return task;
  };
  const model::Task copy = copy_task(0, 1, kBytes);
  const model::Task reduce = work_task(model::TaskKind::kReduce, 2 * kBytes);
  Bench bench({copy, after(reduce, {0}), after(copy, {1}), after(reduce, {1}), after(reduce, {1}),
               after(reduce, {1})},
              1, {}, 8e9);  // a memory that a link and a reduce can fill
  std::vector<double> times;
  for (const model::Flow& flow : bench.run().flows)
    times.push_back(core::to_time(flow.finished - flow.submitted).to_seconds());
  EXPECT_GT(times[2], 1.02 * times[0]);
  EXPECT_GT(times[3], 1.02 * times[1]);
}

TEST(GpuCompute, AKernelMayRunAWorkloadOnItsOwnDevice) {
  model::Task kernel = work_task(model::TaskKind::kKernel, 0);
  kernel.src = kernel.dst = 1;
  kernel.workload = "stream_triad";
  model::Task again = kernel;
  again.workload = "stream_triad:size=small";
  Bench bench({kernel, again});
  const auto& flows = bench.run().flows;
  const std::size_t kernels =
      model::make_workload("stream_triad", model::WorkloadSize::kSmall, 1).kernels.size();
  EXPECT_EQ(bench.node().dispatcher().results().size(), 2 * kernels);
  EXPECT_GE(flows[1].first_sent, flows[0].finished) << "one kernel at a time";
  EXPECT_GT(bench.node().gpu(1).memory.stats().dram_read_bytes.value(), 0u);
  EXPECT_EQ(bench.node().gpu(0).memory.stats().dram_read_bytes.value(), 0u);
  EXPECT_EQ(bench.fabric().traffic(1).out.payload, 0u) << "its data are at home";
}

}  // namespace
}  // namespace gf::platforms::gpu::gpu_compute_test
