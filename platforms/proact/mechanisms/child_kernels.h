// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "hw/gpu/dispatch/kernel_client.h"
#include "platforms/proact/mechanisms/software_agent.h"

namespace gf::platforms::proact {

/// What takes launches by the kernels of a GPU, and the ends of these, one after the other in the
/// order in which they come.
class LaunchDriver {
 public:
  /// Something that comes at `now` and takes `cost`: when the driver turns to it. `now` never goes
  /// back.
  core::Ticks take(core::Ticks now, core::Ticks cost) {
    const core::Ticks begun = now > free_ ? now : free_;
    free_ = begun + cost;
    return begun;
  }
  [[nodiscard]] core::Ticks free() const { return free_; }  ///< When it has done all that came.

 private:
  core::Ticks free_ = 0;
};

/// CUDA dynamic parallelism ([PROACT21], III-C): the CTA that completes a chunk launches a kernel
/// that copies it. The driver hears of the launch at once; the launching warp computes for
/// cdp_issue cycles more. A LaunchDriver of each GPU takes cdp_interval for a launch, whose kernel
/// can start cdp_latency after it has been turned to, if the GPU may have one more (`grids`), and
/// cdp_completion for the end of each. As a kernel of CUDA ends with all that it launched, a phase
/// ends when all drivers are done.
class ChildKernels final : public SoftwareAgent, private hw::gpu::KernelClient {
 public:
  void attach(const MechanismContext& context) override;
  std::vector<model::Kernel> kernels(unsigned phase) override;
  void drain(unsigned phase, const Done& done) override;

 private:
  void kernel_started(unsigned, const model::Kernel&, core::Cycle) override {}
  void kernel_ended(unsigned index, const model::Kernel& kernel, core::Cycle now) override;
  void chunk_ready(unsigned gpu, std::uint32_t index, model::WarpProgram& program) override;
  std::deque<model::Kernel> children_;  ///< All that the phase has launched.
  std::vector<LaunchDriver> drivers_;   ///< By GPU.
};

}  // namespace gf::platforms::proact
