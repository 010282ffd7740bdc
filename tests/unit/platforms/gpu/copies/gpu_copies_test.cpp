// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/gpu/copies/gpu_buffers.h platforms/gpu/copies/gpu_compute.h
// Holds: platforms/gpu/copies/kernel_launcher.h platforms/gpu/copies/task_workloads.h
#include "platforms/gpu/copies/gpu_copies.h"

#include <gmock/gmock.h>

#include "core/time/quiescence.h"
#include "core/time/watchdog.h"
#include "platforms/gpu/fabrics/fabric.h"
#include "platforms/schedule/schedule_runner.h"
#include "tests/support/copy_task.h"
#include "tests/support/errors.h"
#include "tests/support/fabric_node.h"
#include "workloads/kernels/workload_registry.h"

namespace gf::platforms::gpu::gpu_copies_test {
namespace {

using model::CopyMeans;

using test::copy_task;

/// Two GPUs on NVLink.
class Bench {
 public:
  explicit Bench(std::vector<model::Task> tasks, unsigned engines = 1,
                 const GpuWorkParams& work = {}, double channel_rate = 48e9)
      : schedules_{{"s", std::move(tasks)}} {
    GpuNodeParams params = test::small_node(2);
    params.gpu.memory.copy.engines = engines;
    params.gpu.memory.channel_rate = core::ByteRate(channel_rate);
    workload_ = GpuBuffers::make(2, params.pages.memory, schedules_);
    TaskWorkloads workloads(schedules_, 1);
    workloads.add_data(workload_);
    fabric_ = make_fabric({}, 2, 1);
    node_ = std::make_unique<GpuNode>(
        params, workload_, [this](Gpu& gpu, unsigned number) { fabric_->add_port(gpu, number); });
    fabric_->connect();
    copies_ = std::make_unique<GpuCopies>(*node_, work, std::move(workloads));
    runner_ =
        std::make_unique<schedule::Runner>("host", schedule::RunnerParams(), *copies_, schedules_);
  }
  const schedule::ScheduleResult& run() {
    const core::RunEndReport end = core::run_simulation({});
    EXPECT_EQ(end.end, core::RunEnd::kQuiescent) << end.explanation;
    EXPECT_EQ(node_->refused(), "");
    return runner_->results().at(0);
  }
  GpuNode& node() { return *node_; }
  GpuCopies& copies() { return *copies_; }
  Fabric& fabric() { return *fabric_; }

 private:
  const std::vector<model::Schedule> schedules_;
  model::Workload workload_;
  std::unique_ptr<Fabric> fabric_;
  std::unique_ptr<GpuNode> node_;
  std::unique_ptr<GpuCopies> copies_;
  std::unique_ptr<schedule::Runner> runner_;
};

TEST(GpuCopies, GoByTheEngineThatTheyAsk) {
  constexpr std::uint64_t kBytes = 64 << 10;
  Bench bench({copy_task(0, 1, kBytes), copy_task(0, 1, kBytes, {}, CopyMeans::kStores),
               copy_task(0, 1, kBytes, {}, CopyMeans::kLoads),
               copy_task(1, 0, 6, {}, CopyMeans::kStores)});
  const auto& flows = bench.run().flows;
  for (const model::Flow& flow : flows) EXPECT_EQ(flow.delivered, flow.bytes);
  EXPECT_EQ(bench.node().gpu(0).memory.copy_engine().stats().bytes.value(), kBytes);
  const auto& kernels = bench.node().dispatcher().results();
  ASSERT_EQ(kernels.size(), 3u);
  // What is stored goes out of the source, what is loaded too; what asks for it comes in.
  EXPECT_EQ(bench.fabric().traffic(0).out.payload, 3 * kBytes);
  EXPECT_EQ(bench.fabric().traffic(0).in.payload, 8) << "6 B are two words";
}

TEST(GpuCopies, EnginesServeTheirCopiesOneAfterTheOther) {
  constexpr std::uint64_t kBytes = 1 << 20;
  Bench bench({copy_task(0, 1, kBytes), copy_task(0, 1, kBytes)});
  const auto& flows = bench.run().flows;
  EXPECT_GT(flows[1].finished - flows[0].submitted,
            19 * (flows[0].finished - flows[0].submitted) / 10);
}

TEST(GpuCopies, SeveralEnginesServeTheirsSideBySide) {
  constexpr std::uint64_t kBytes = 1 << 20;
  Bench bench({copy_task(0, 1, kBytes), copy_task(0, 1, kBytes)}, 2);
  const auto& flows = bench.run().flows;
  EXPECT_LT(flows[1].finished - flows[0].finished, (flows[0].finished - flows[0].submitted) / 10);
}

TEST(GpuCopies, AKernelMayFollowAnother) {
  model::Task second = copy_task(1, 0, 4096, {}, CopyMeans::kLoads);
  second.after = {0};
  Bench bench({copy_task(0, 1, 4096, {}, CopyMeans::kStores), second,
               copy_task(0, 1, 512, {}, CopyMeans::kStores)});
  const auto& flows = bench.run().flows;
  EXPECT_EQ(flows[1].submitted, flows[0].finished);
  EXPECT_GT(flows[1].finished, flows[1].submitted);
}

TEST(GpuCopies, AgentsTakeNoMorePlacesThanTheyHaveThreads) {
  constexpr std::uint64_t kBytes = 256 << 10;
  GpuWorkParams few;
  few.agent_threads = 128;
  model::Task stores = copy_task(0, 1, kBytes, {}, CopyMeans::kStores);
  stores.after = {0};
  Bench bench({copy_task(0, 1, kBytes, {}, CopyMeans::kAgent), stores}, 1, few);
  const auto& flows = bench.run().flows;
  EXPECT_EQ(bench.fabric().traffic(0).out.payload, 2 * kBytes);
  const std::uint64_t of_stores = std::uint64_t{bench.node().gpu(0).sms()} * 8;
  EXPECT_EQ(bench.node().dispatcher().stats().ctas.value(), 1 + of_stores);
  EXPECT_GT(flows[0].finished - flows[0].first_sent, 2 * (flows[1].finished - flows[1].first_sent));
}

model::Task work_task(model::TaskKind kind, std::uint64_t bytes, std::uint64_t written = 0) {
  model::Task task = copy_task(0, 0, bytes);
  task.kind = kind;
  task.written = core::Bytes(written);
  return task;
}

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

TEST(TaskWorkloads, NameWhatIsNotThere) {
  model::Task kernel = work_task(model::TaskKind::kKernel, 0);
  kernel.workload = "stream_traid";
  TaskWorkloads workloads({{"s", {kernel}}}, 1);
  model::Workload data;
  EXPECT_THAT(test::error_of([&] { workloads.add_data(data); }),
              testing::HasSubstr("stream_triad"));
}

TEST(GpuCopies, RefuseWhatTheNodeDoesNotHave) {
  EXPECT_THAT(test::error_of([] {
                GpuBuffers::make(2, core::mebibytes(64), {{"s", {copy_task(0, 1, 48 << 20)}}});
              }),
              testing::HasSubstr("pages.memory = 64 MiB: expected at least 96 MiB"));
}

}  // namespace
}  // namespace gf::platforms::gpu::gpu_copies_test
