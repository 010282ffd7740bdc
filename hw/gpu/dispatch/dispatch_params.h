// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/param/param.h"

namespace gf::hw::gpu {

/// Parameters of how a node starts kernels. Cycles are those of the GPUs' clock.
struct DispatchParams : core::ParamGroup {
  core::Param<unsigned> launch_latency = param(
      "launch_latency", 1000u,
      "cycles from a launch, or from the end of the stream's previous kernel, to the kernel's "
      "start",
      "assumed: 1 us at 1 GHz, for kernels queued in a stream", core::between(1u, 100'000'000u),
      core::plausible(500u, 8000u,
                      "from kernels already queued in a stream to launches that wait for the host "
                      "(5 to 8 us)"));
  core::Param<unsigned> ctas_per_cycle =
      param("ctas_per_cycle", 1u, "CTAs that a GPU may hand to its SMs per cycle", "assumed",
            core::between(1u, 64u));
  core::Param<unsigned> grids = param(
      "grids", 128u, "maximum concurrent kernels of a GPU; further kernels wait until one ends",
      "CUDA C++ Programming Guide, resident grids per device: compute capabilities 6.0 and "
      "7.0; 32 for 3.5",
      core::between(1u, 1024u));
};

}  // namespace gf::hw::gpu
