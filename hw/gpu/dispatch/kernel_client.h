// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/clock_domain.h"
#include "tlm_models/gpu/workload.h"

namespace gf::hw::gpu {

/// Told of the kernels of a node, in cycle `now` of the GPUs' clock: acts from the next one on.
class KernelClient {
 public:
  virtual ~KernelClient() = default;
  /// The kernel's first CTAs are handed out in this cycle. `index`: its place in the workload.
  virtual void kernel_started(unsigned index, const model::Kernel& kernel, core::Cycle now) = 0;
  /// The dispatcher knows that all CTAs of the kernel and their stores are done.
  virtual void kernel_ended(unsigned index, const model::Kernel& kernel, core::Cycle now) = 0;
};

}  // namespace gf::hw::gpu
