// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/apps/gpu_cost.h"

#include <algorithm>

#include "core/time_limits.h"

namespace gf::model {

void GpuCost::declare(const core::ParamScope& scope) {
  scope.add("bandwidth", bandwidth, "GPU memory", "data sheet of the Tesla C2050, ECC off",
            core::at_least(core::ByteRate(1e6)));
  scope.add("efficiency", efficiency, "share of it that kernels sustain", "assumed",
            core::between(0.01, 1.0));
  scope.add("l2", l2, "L2 cache of the GPU", "data sheet of the Tesla C2050");
  scope.add("tlb_reach", tlb_reach, "memory whose translations the GPU keeps",
            "assumed: 65 entries of 2 MiB", core::at_least(core::Bytes(1)));
  scope.add("tlb_loss", tlb_loss, "time more of an access beyond tlb_reach, as a share",
            "calibrated: 921 ps a spin, L = 256, NP = 1 (recalled)", core::between(0.0, 10.0));
}

sc_core::sc_time GpuCost::time_for(double bytes, double footprint) const {
  const double missed = std::max(0.0, 1 - static_cast<double>(tlb_reach.count()) / footprint);
  const double rate = bandwidth.bytes_per_second() * efficiency;
  return core::step_of(bytes / rate * (1 + tlb_loss * missed),
                       "a kernel that moves " + core::to_text(core::Bytes(std::uint64_t(bytes))));
}

}  // namespace gf::model
