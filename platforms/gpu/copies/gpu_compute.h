// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "core/param/param.h"
#include "hw/gpu/threads/channel_cta.h"
#include "hw/gpu/threads/thread_traffic.h"
#include "platforms/gpu/copies/gpu_buffers.h"
#include "platforms/gpu/copies/gpu_pushes.h"
#include "platforms/gpu/copies/kernel_launcher.h"
#include "platforms/gpu/copies/task_workloads.h"
#include "workloads/schedule/device_work.h"

namespace gf::platforms::gpu {

/// Parameters of GPUs that work for schedules, without those of copy engines.
struct GpuWorkParams : core::ParamGroup {
  core::Param<unsigned> agent_threads =
      param("agent_threads", 2048u, "threads of the agent that makes copies with engine = agent",
            "[PROACT21], Table II: 4x Volta", core::between(32u, 8192u));
  hw::gpu::ThreadTrafficParams traffic;
  hw::gpu::ChannelCtaParams channels;

  void declare(const core::ParamScope& scope) {
    core::ParamGroup::declare(scope);
    traffic.declare(scope);
    channels.declare(scope.child("channels"));
  }
};

/// Performs the kernels, reduces and slices of schedules on one GPU. Bytes are read and written in
/// the GPU's memory, while copies and peers may use it too (hw::gpu::ThreadTraffic). The kernels of
/// a workload run on its SMs. Each starts when the earlier kernels of its stream, and the kernels
/// it waits for, have ended. The last of them writes the data that `pushes` sends. Channels have a
/// block each, whose places on its SM are not taken from those of kernels.
class GpuCompute final : public model::ComputeIf {
 public:
  /// Call before the simulation starts. All arguments must outlive this object.
  GpuCompute(GpuNode& node, unsigned gpu, const GpuWorkParams& params, GpuBuffers& buffers,
             KernelLauncher& launcher, const TaskWorkloads& workloads,
             const GpuPushes* pushes = nullptr);

  void begin(const model::Task& task, std::function<void()> done) override;
  void begin_slice(const model::Task& task, std::function<void()> passed,
                   std::function<void()> done) override;

 private:
  /// The running workload. Only one runs at a time, because a device runs its kernels one by one.
  struct Run {
    model::Workload workload;
    std::vector<bool> begun, ended;
    std::size_t left = 0;
  };
  /// Returns the warps that run a slice, which are made when they are first needed.
  [[nodiscard]] hw::gpu::ChannelCta& warps_of(const model::Slice& slice);
  /// Returns the connection of a slice's block to a peer, for a journal; null: to this GPU, or to
  /// no GPU.
  [[nodiscard]] hw::gpu::CtaConnection* connection(const model::Task& task, unsigned peer);
  void run(const model::Task& task);
  void launch_ready();
  [[nodiscard]] bool may_begin(std::size_t kernel) const;
  void kernel_ended(std::size_t kernel);
  void part_ended();  ///< The bytes or the workload of the running kernel have ended.

  GpuNode& node_;
  const unsigned gpu_;
  const hw::gpu::ChannelCtaParams channel_params_;
  GpuBuffers& buffers_;
  KernelLauncher& launcher_;
  const TaskWorkloads& workloads_;
  const GpuPushes* const pushes_;  ///< Null: no pushes.
  hw::gpu::ThreadTraffic kernels_;
  hw::gpu::ThreadTraffic reduces_;
  /// The warps of each program and number of threads. The block of channel c runs on SM c modulo
  /// the number of SMs.
  std::map<std::pair<model::Slice::Program, unsigned>, hw::gpu::ChannelCta> channels_;
  std::map<std::pair<unsigned, unsigned>, hw::gpu::CtaConnection> connections_;
  Run run_;
  std::function<void()> done_;  ///< Of the running kernel.
  unsigned open_ = 0;           ///< Unfinished parts of the running kernel.
};

}  // namespace gf::platforms::gpu
