// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/clock_domain.h"
#include "tlm_models/gpu/workload.h"

namespace gf::hw::gpu {

/// Is notified when kernels of a node start and end, in cycle `now` of the GPUs' clock. A client
/// acts from the next cycle on.
class KernelClient {
 public:
  virtual ~KernelClient() = default;
  /// The kernel's first CTAs are handed out in this cycle. `index` is its position in the workload.
  virtual void kernel_started(unsigned index, const model::Kernel& kernel, core::Cycle now) = 0;
  /// The dispatcher knows that all CTAs of the kernel and their stores are done.
  virtual void kernel_ended(unsigned index, const model::Kernel& kernel, core::Cycle now) = 0;
};

}  // namespace gf::hw::gpu
