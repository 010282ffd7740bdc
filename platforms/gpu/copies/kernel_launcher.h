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

/// Launches kernels one by one on a node that runs schedules, as a host does beside running ones.
/// Timing: a kernel starts as any other, launch_latency after the first cycle that sees the call.
class KernelLauncher final : public hw::gpu::KernelClient, private core::Clocked {
 public:
  /// Called in cycle `now` of the GPUs' clock.
  using Told = std::function<void(core::Cycle now)>;

  /// Before the simulation starts.
  explicit KernelLauncher(GpuNode& node);

  /// `kernel` runs on its `gpu` alone. `started` may be empty; `ended` may launch.
  void launch(model::Kernel kernel, Told started, Told ended);

  void kernel_started(unsigned index, const model::Kernel& kernel, core::Cycle now) override;
  void kernel_ended(unsigned index, const model::Kernel& kernel, core::Cycle now) override;

 private:
  struct Launch {
    model::Workload workload;  ///< The kernel alone, as it may be all that runs.
    Told started;
    Told ended;
  };
  void cycle(core::Cycle now) override;

  GpuNode& node_;
  core::ClockMember clock_;
  std::deque<Launch> launches_;  ///< All of the run: their kernels outlive it.
  std::size_t launched_ = 0;     ///< How many of them are.
  std::unordered_map<const model::Kernel*, Launch*> running_;
};

}  // namespace gf::platforms::gpu
