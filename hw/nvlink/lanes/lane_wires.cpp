// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/lanes/lane_wires.h"

#include "core/base/error.h"

namespace gf::hw::nvlink {

void LaneWires::drive(unsigned side, LaneMask lanes, core::Ticks now) {
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    const bool taken = ((driven_[0] | driven_[1]) >> lane & 1) != 0;
    GF_CHECK(!taken && silent_at_[lane] <= now,
             path_ + ": two senders on lane " + std::to_string(lane));
  }
  driven_[side] |= lanes;
}

void LaneWires::release(unsigned side, LaneMask lanes, core::Ticks silent_at) {
  GF_CHECK((lanes & ~driven_[side]) == 0, path_ + ": released by an end that does not send");
  driven_[side] &= ~lanes;
  for (; lanes != 0; lanes &= lanes - 1) {
    silent_at_[static_cast<unsigned>(__builtin_ctz(lanes))] = silent_at;
  }
}

}  // namespace gf::hw::nvlink
