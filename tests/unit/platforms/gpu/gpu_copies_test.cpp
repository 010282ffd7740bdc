// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/gpu_copies.h"

#include <gmock/gmock.h>

#include "core/quiescence.h"
#include "core/watchdog.h"
#include "platforms/gpu/fabric.h"
#include "platforms/schedule/runner.h"
#include "tests/support/copy_task.h"
#include "tests/support/errors.h"
#include "tests/support/fabric_node.h"

namespace gf::platforms::gpu::gpu_copies_test {
namespace {

using model::CopyMeans;

using test::copy_task;

/// Two GPUs on NVLink.
class Bench {
 public:
  explicit Bench(std::vector<model::Task> tasks, unsigned engines = 1)
      : schedules_{{"s", std::move(tasks)}} {
    GpuNodeParams params = test::small_node(2);
    params.gpu.memory.copy.engines = engines;
    workload_ = GpuCopies::buffers(2, params.pages.memory, schedules_);
    fabric_ = make_fabric({}, 2, 1);
    node_ = std::make_unique<GpuNode>(
        params, workload_, [this](Gpu& gpu, unsigned number) { fabric_->add_port(gpu, number); });
    fabric_->connect();
    copies_ = std::make_unique<GpuCopies>(*node_);
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

TEST(GpuCopies, RefuseWhatTheNodeDoesNotHave) {
  Bench bench({copy_task(0, 1, 8)});
  EXPECT_THAT(test::error_of([&] {
                bench.copies().check({"s", {}}, copy_task(0, 1, 8, {}, CopyMeans::kAgent));
              }),
              testing::HasSubstr("expected dma, stores, loads"));
  EXPECT_THAT(test::error_of([] {
                GpuCopies::buffers(2, core::mebibytes(64), {{"s", {copy_task(0, 1, 48 << 20)}}});
              }),
              testing::HasSubstr("pages.memory = 64 MiB: expected at least 96 MiB"));
}

}  // namespace
}  // namespace gf::platforms::gpu::gpu_copies_test
