// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "core/base/bits.h"

namespace gf::hw::gpu {

inline constexpr unsigned kMostWarps = 64;  ///< Of one SM.

/// A set of warps of one SM, one bit per warp.
using WarpSet = std::uint64_t;

constexpr WarpSet one_warp(unsigned warp) { return 1ull << warp; }
/// Returns the lowest warp. Precondition: the set is not empty.
inline unsigned lowest_warp(WarpSet set) { return core::lowest_bit(set); }

/// Calls `act` with each warp of the set, from the lowest to the highest.
template <class Act>
void each_warp(WarpSet set, const Act& act) {
  core::each_bit(set, act);
}

/// Arrival order of warps as an age matrix: each warp has a row with the warps that are older.
class WarpAges {
 public:
  /// Makes `warp` younger than all of `others`.
  void admit(unsigned warp, WarpSet others) {
    for (WarpSet& row : older_) row &= ~one_warp(warp);
    older_[warp] = others & ~one_warp(warp);
  }
  /// Returns the oldest warp. Precondition: the set is not empty and all its warps were admitted.
  [[nodiscard]] unsigned oldest(WarpSet of) const {
    unsigned warp = lowest_warp(of);
    for (WarpSet before = older_[warp] & of; before != 0; before = older_[warp] & of)
      warp = lowest_warp(before);
    return warp;
  }

 private:
  std::array<WarpSet, kMostWarps> older_{};
};

}  // namespace gf::hw::gpu
