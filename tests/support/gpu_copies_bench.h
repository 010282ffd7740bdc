// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <memory>
#include <vector>

#include "core/time/watchdog.h"
#include "platforms/gpu/copies/gpu_copies.h"
#include "platforms/gpu/fabrics/fabric.h"
#include "platforms/schedule/schedule_runner.h"
#include "tests/support/copy_task.h"
#include "tests/support/fabric_node.h"

namespace gf::platforms::gpu::gpu_copies_bench {

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

inline model::Task work_task(model::TaskKind kind, std::uint64_t bytes, std::uint64_t written = 0) {
  model::Task task = copy_task(0, 0, bytes);
  task.kind = kind;
  task.written = core::Bytes(written);
  return task;
}

}  // namespace gf::platforms::gpu::gpu_copies_bench
