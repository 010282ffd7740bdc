// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/dispatch/dispatch_params.h"

#include "core/error.h"

namespace gf::hw::gpu {

void DispatchParams::declare(const core::ParamScope& scope) {
  scope.add("launch_latency", launch_latency,
            "cycles from a launch, or the end of the stream's last kernel, to the kernel's start",
            "assumed: 1 us at 1 GHz, kernels of a stream that were queued",
            core::between(1u, 100'000'000u));
  scope.add("ctas_per_cycle", ctas_per_cycle, "CTAs that a GPU hands to its SMs in a cycle",
            "assumed", core::between(1u, 64u));
}

void DispatchParams::validate(const std::string& path) const {
  const auto at_least_one = [&](const char* field, unsigned value) {
    if (value == 0) core::fail_config(path, field, "0", "at least 1", "see hw/gpu/README.md");
  };
  at_least_one("launch_latency", launch_latency);
  at_least_one("ctas_per_cycle", ctas_per_cycle);
}

}  // namespace gf::hw::gpu
