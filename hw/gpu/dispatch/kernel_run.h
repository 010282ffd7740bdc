// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/time/clock_domain.h"
#include "tlm_models/gpu/workload.h"

namespace gf::hw::gpu {

/// Times of a kernel, in cycles of the GPUs' clock.
struct KernelResult {
  unsigned index = 0;  ///< Index in the workload.
  std::string name;
  core::Cycle launched = 0;  ///< It became the next of its stream; waits and gate were over.
  core::Cycle started = 0;   ///< Its first CTAs were handed out.
  core::Cycle ended = 0;     ///< The dispatcher knew that its CTAs and stores were done.
  [[nodiscard]] core::Cycle cycles() const { return ended - started; }
};

/// CTAs of one kernel that one GPU has not handed out yet: next ... end - 1.
struct CtaBlock {
  std::uint32_t next = 0;
  std::uint32_t end = 0;
  [[nodiscard]] bool empty() const { return next == end; }
};

/// Returns the CTAs of one GPU: contiguous blocks of nearly equal size. GPU g has CTAs g x ctas /
/// gpus ... (g + 1) x ctas / gpus
/// - 1, rounded down. A kernel that is not split has all CTAs on its own GPU.
inline CtaBlock block_of(const model::Kernel& kernel, unsigned gpu, unsigned gpus) {
  if (!kernel.split) return {0, kernel.gpu == gpu ? kernel.ctas : 0};
  const auto at = [&](unsigned g) {
    return static_cast<std::uint32_t>(std::uint64_t{kernel.ctas} * g / gpus);
  };
  return {at(gpu), at(gpu + 1)};
}

/// Registers are allocated to warps in units of this size. [CUDA occupancy calculator: compute
/// capabilities 3.0 to 9.0]
inline constexpr unsigned kRegisterUnit = 256;
/// Most registers of a thread. [CUDA C++ Programming Guide: compute capabilities from 3.5 on]
inline constexpr unsigned kMostRegisters = 255;

/// The places and registers that a CTA occupies while it is on an SM.
struct CtaNeeds {
  unsigned warps = 0;
  unsigned registers = 0;
};
inline CtaNeeds needs_of(const model::Kernel& kernel) {
  const unsigned warps = kernel.warps_per_cta * kernel.warp_multiplicity;
  const unsigned units = (kernel.registers * model::kWarpLanes + kRegisterUnit - 1) / kRegisterUnit;
  return {warps, warps * units * kRegisterUnit};
}

/// A kernel of the workload, from its launch on.
struct KernelRun {
  const model::Kernel* kernel = nullptr;
  CtaNeeds needs;                      ///< Of each CTA.
  std::vector<CtaBlock> blocks;        ///< By GPU.
  std::vector<std::uint16_t> on_unit;  ///< Its resident CTAs on each SM.
  std::uint32_t to_hand_out = 0;       ///< CTAs not handed out yet.
  std::uint32_t open = 0;              ///< CTAs not done yet.
  std::uint32_t to_wait = 0;           ///< Kernels it waits for that have not ended.
  bool asked = false;                  ///< The gate has been asked about its launch.
  bool held = false;                   ///< The gate holds it back.
  std::vector<unsigned> waiters;       ///< Kernels that wait for this one, once for each wait.
  KernelResult result;
  [[nodiscard]] bool running() const { return open != 0; }
};

}  // namespace gf::hw::gpu
