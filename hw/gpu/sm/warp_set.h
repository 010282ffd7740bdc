// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "core/base/bits.h"

namespace gf::hw::gpu {

inline constexpr unsigned kMostWarps = 64;  ///< Of one SM.

/// Bit a warp of one SM.
using WarpSet = std::uint64_t;

constexpr WarpSet one_warp(unsigned warp) { return 1ull << warp; }
/// Precondition: not empty.
inline unsigned lowest_warp(WarpSet set) { return core::lowest_bit(set); }

/// Calls `act` with each warp of the set, from the lowest to the highest.
template <class Act>
void each_warp(WarpSet set, const Act& act) {
  core::each_bit(set, act);
}

/// Who came before whom, as an age matrix: a row a warp with those that are older.
class WarpAges {
 public:
  /// `warp` is now the youngest of `others`.
  void admit(unsigned warp, WarpSet others) {
    for (WarpSet& row : older_) row &= ~one_warp(warp);
    older_[warp] = others & ~one_warp(warp);
  }
  /// Precondition: not empty, all admitted.
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
