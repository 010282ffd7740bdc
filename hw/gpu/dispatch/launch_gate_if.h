// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/clock_domain.h"
#include "tlm_models/gpu/workload.h"

namespace gf::hw::gpu {

/// Software that may have work to do before a kernel of a stream is launched, such as copying the
/// data that the kernel reads.
class LaunchGateIf {
 public:
  virtual ~LaunchGateIf() = default;
  /// Called once for each kernel of a workload, in cycle `now` of the GPUs' clock, when the kernels
  /// that it waits for have ended. Returns true to launch it at once, or false if
  /// Dispatcher::pass() will follow.
  virtual bool may_launch(unsigned index, const model::Kernel& kernel, core::Cycle now) = 0;
};

}  // namespace gf::hw::gpu
