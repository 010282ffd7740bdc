// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/time/clock_domain.h"
#include "tlm_models/gpu/workload.h"

namespace gf::hw::gpu {

/// A CTA on its way to an SM.
struct CtaLaunch {
  const model::Kernel* kernel = nullptr;
  std::uint32_t run = 0;  ///< The sender's number for the kernel.
  std::uint32_t cta = 0;  ///< Number in the whole kernel.
};

/// The sender of an SM's CTAs, notified when they leave and end. Called within a cycle; acts on it
/// in cycle `at`, the next one.
class CtaClient {
 public:
  virtual ~CtaClient() = default;
  /// The warps of the CTA have ended and its places are free.
  virtual void cta_left(unsigned unit, const CtaLaunch& launch, core::Cycle at) = 0;
  /// The warps of the CTA have ended and all its stores are visible. Comes after cta_left(),
  /// possibly in the same cycle.
  virtual void cta_done(unsigned unit, const CtaLaunch& launch, core::Cycle at) = 0;
};

}  // namespace gf::hw::gpu
