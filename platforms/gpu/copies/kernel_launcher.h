// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <unordered_map>

#include "core/time/clock_domain.h"
#include "hw/gpu/dispatch/kernel_client.h"
#include "platforms/gpu/copies/gpu_node.h"

namespace gf::platforms::gpu {

/// Launches kernels one by one on a node that runs schedules, as a host does while others run.
/// Timing: a kernel starts like any other, launch_latency after the first cycle that sees the call.
class KernelLauncher final : public hw::gpu::KernelClient, private core::Clocked {
 public:
  /// Called in cycle `now` of the GPUs' clock.
  using OnCycle = std::function<void(core::Cycle now)>;

  /// Call before the simulation starts.
  explicit KernelLauncher(GpuNode& node);

  /// Runs `kernel` on its `gpu` only. `started` may be empty; `ended` may launch more kernels.
  void launch(model::Kernel kernel, OnCycle started, OnCycle ended);

  void kernel_started(unsigned index, const model::Kernel& kernel, core::Cycle now) override;
  void kernel_ended(unsigned index, const model::Kernel& kernel, core::Cycle now) override;

 private:
  struct Launch {
    model::Workload workload;  ///< Has only this kernel: it may be the whole run of the dispatcher.
    OnCycle started;
    OnCycle ended;
  };
  void cycle(core::Cycle now) override;

  GpuNode& node_;
  core::ClockMember clock_;
  std::deque<Launch> launches_;  ///< All of the run: their kernels must stay.
  std::size_t launched_ = 0;     ///< Number of launches passed to the dispatcher.
  std::unordered_map<const model::Kernel*, Launch*> running_;
};

}  // namespace gf::platforms::gpu
