// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gf::hw::nvlink {

/// A set of lanes of one link: bit n is lane n.
using LaneMask = std::uint32_t;
inline constexpr unsigned kMaxLanes = 32;

constexpr LaneMask first_lanes(unsigned count) {
  return count >= kMaxLanes ? ~0u : (1u << count) - 1;
}
inline unsigned lane_count(LaneMask lanes) {
  return static_cast<unsigned>(__builtin_popcount(lanes));
}
/// Returns the `count` lanes of `lanes` with the lowest numbers, or all if there are fewer.
inline LaneMask lowest(LaneMask lanes, unsigned count) {
  LaneMask taken = 0;
  for (; count > 0 && lanes != 0; --count) {
    taken |= lanes & -lanes;
    lanes &= lanes - 1;
  }
  return taken;
}

}  // namespace gf::hw::nvlink
