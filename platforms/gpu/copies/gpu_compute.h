// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "hw/gpu/memory/thread_traffic.h"
#include "platforms/gpu/copies/gpu_buffers.h"
#include "platforms/gpu/copies/gpu_pushes.h"
#include "platforms/gpu/copies/kernel_launcher.h"
#include "platforms/gpu/copies/task_workloads.h"
#include "workloads/schedule/device_work.h"

namespace gf::platforms::gpu {

/// What a GPU does of the kernels and reduces of schedules. Bytes are read and written in its
/// memory, beside copies and what peers ask for (hw::gpu::ThreadTraffic); the kernels of a workload
/// run on its SMs, each when those of its stream and those that it waits for have ended; the last
/// of them writes what `pushes` push.
class GpuCompute final : public model::ComputeIf {
 public:
  /// Before the simulation starts. All outlive it.
  GpuCompute(GpuNode& node, unsigned gpu, const hw::gpu::ThreadTrafficParams& params,
             GpuBuffers& buffers, KernelLauncher& launcher, const TaskWorkloads& workloads,
             const GpuPushes* pushes = nullptr);

  void begin(const model::Task& task, std::function<void()> done) override;

 private:
  /// A workload that runs: one at a time, as kernels of a device do.
  struct Run {
    model::Workload workload;
    std::vector<bool> begun, ended;
    std::size_t left = 0;
  };
  void run(const model::Task& task);
  void launch_ready();
  [[nodiscard]] bool may_begin(std::size_t kernel) const;
  void kernel_ended(std::size_t kernel);
  void part_ended();  ///< Bytes, or the workload, of the kernel that runs.

  GpuBuffers& buffers_;
  KernelLauncher& launcher_;
  const TaskWorkloads& workloads_;
  const GpuPushes* const pushes_;  ///< Null: nothing is pushed.
  hw::gpu::ThreadTraffic kernels_;
  hw::gpu::ThreadTraffic reduces_;
  Run run_;
  std::function<void()> done_;  ///< Of the kernel that runs.
  unsigned open_ = 0;           ///< Of its parts.
};

}  // namespace gf::platforms::gpu
