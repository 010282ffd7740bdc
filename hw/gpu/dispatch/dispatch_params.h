// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/params.h"

namespace gf::hw::gpu {

/// How a node starts kernels. Cycles are those of the GPUs' clock.
struct DispatchParams {
  unsigned launch_latency = 1000;  ///< Cycles from the end of a stream's kernel to the next start.
  unsigned ctas_per_cycle = 1;     ///< A GPU hands so many to its SMs.

  void declare(const core::ParamScope& scope);
  void validate(const std::string& path) const;  ///< Throws UserError.
};

}  // namespace gf::hw::gpu
