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

/// Performs the kernels and reduces of schedules on one GPU. Bytes are read and written in the
/// GPU's memory, while copies and peers may use it too (hw::gpu::ThreadTraffic). The kernels of a
/// workload run on its SMs. Each starts when the earlier kernels of its stream, and the kernels it
/// waits for, have ended. The last of them writes the data that `pushes` sends.
class GpuCompute final : public model::ComputeIf {
 public:
  /// Call before the simulation starts. All arguments must outlive this object.
  GpuCompute(GpuNode& node, unsigned gpu, const hw::gpu::ThreadTrafficParams& params,
             GpuBuffers& buffers, KernelLauncher& launcher, const TaskWorkloads& workloads,
             const GpuPushes* pushes = nullptr);

  void begin(const model::Task& task, std::function<void()> done) override;

 private:
  /// The running workload. Only one runs at a time, because a device runs its kernels one by one.
  struct Run {
    model::Workload workload;
    std::vector<bool> begun, ended;
    std::size_t left = 0;
  };
  void run(const model::Task& task);
  void launch_ready();
  [[nodiscard]] bool may_begin(std::size_t kernel) const;
  void kernel_ended(std::size_t kernel);
  void part_ended();  ///< The bytes or the workload of the running kernel have ended.

  GpuBuffers& buffers_;
  KernelLauncher& launcher_;
  const TaskWorkloads& workloads_;
  const GpuPushes* const pushes_;  ///< Null: no pushes.
  hw::gpu::ThreadTraffic kernels_;
  hw::gpu::ThreadTraffic reduces_;
  Run run_;
  std::function<void()> done_;  ///< Of the running kernel.
  unsigned open_ = 0;           ///< Unfinished parts of the running kernel.
};

}  // namespace gf::platforms::gpu
