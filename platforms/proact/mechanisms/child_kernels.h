// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "hw/gpu/dispatch/kernel_client.h"
#include "platforms/proact/mechanisms/software_agent.h"

namespace gf::platforms::proact {

/// Handles launches by the kernels of a GPU, and the ends of the launched kernels, one after the
/// other in the order of arrival.
class LaunchDriver {
 public:
  /// Takes an event that arrives at `now` and takes `cost`; returns when the driver starts on it.
  /// `now` must never go back.
  core::Ticks take(core::Ticks now, core::Ticks cost) {
    const core::Ticks begun = now > free_ ? now : free_;
    free_ = begun + cost;
    return begun;
  }
  [[nodiscard]] core::Ticks free() const { return free_; }  ///< When all work is done.

 private:
  core::Ticks free_ = 0;
};

/// CUDA dynamic parallelism ([PROACT21], III-C): the CTA that completes a chunk launches a kernel
/// that copies it. The driver learns of the launch at once; the launching warp computes for
/// cdp_issue more cycles. The LaunchDriver of each GPU takes cdp_interval for a launch. The
/// launched kernel can start cdp_latency after the driver starts on the launch, if the GPU may have
/// one more kernel (`grids`). The end of each kernel takes the driver cdp_completion. A kernel of
/// CUDA ends with all kernels that it launched, so a phase ends when all drivers are done.
class ChildKernels final : public SoftwareAgent, private hw::gpu::KernelClient {
 public:
  void attach(const MechanismContext& context) override;
  std::vector<model::Kernel> kernels(unsigned phase) override;
  void drain(unsigned phase, const Done& done) override;

 private:
  void kernel_started(unsigned, const model::Kernel&, core::Cycle) override {}
  void kernel_ended(unsigned index, const model::Kernel& kernel, core::Cycle now) override;
  void chunk_ready(unsigned gpu, std::uint32_t index, model::WarpProgram& program) override;
  std::deque<model::Kernel> children_;  ///< All launches of the phase.
  std::vector<LaunchDriver> drivers_;   ///< By GPU.
};

}  // namespace gf::platforms::proact
