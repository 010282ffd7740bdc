// SPDX-License-Identifier: Apache-2.0
#include "workloads/nodes/gpu_cost.h"

#include <algorithm>

#include "core/base/time_limits.h"

namespace gf::model {

sc_core::sc_time GpuCost::time_for(double bytes, double footprint) const {
  const double missed = std::max(0.0, 1 - static_cast<double>(tlb_reach.count()) / footprint);
  const double rate = bandwidth.bytes_per_second() * efficiency;
  return core::step_of(bytes / rate * (1 + tlb_loss * missed),
                       "a kernel that moves " + core::to_text(core::Bytes(std::uint64_t(bytes))));
}

}  // namespace gf::model
