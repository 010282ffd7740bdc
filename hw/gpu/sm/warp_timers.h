// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>

#include "core/clock_domain.h"
#include "hw/gpu/sm/warp_set.h"

namespace gf::hw::gpu {

/// Warps that sleep until a cycle, one date a warp. A wheel of one set of warps a cycle holds dates
/// less than kSlots ahead; the others are few and wait in a set of their own.
/// Rule of use: due() is called in every cycle that earliest() names.
class WarpTimers {
 public:
  /// Precondition: at > now; the warp has no other date.
  void set(unsigned warp, core::Cycle at, core::Cycle now) {
    if (at - now < kSlots) {
      slots_[at % kSlots] |= one_warp(warp);
      occupied_ |= 1ull << (at % kSlots);
      return;
    }
    far_ |= one_warp(warp);
    far_at_[warp] = at;
    far_first_ = std::min(far_first_, at);
  }
  /// The warps whose date is `now`; they are forgotten.
  WarpSet due(core::Cycle now) {
    const std::uint64_t slot = 1ull << (now % kSlots);
    WarpSet warps = 0;
    if ((occupied_ & slot) != 0) {
      warps = slots_[now % kSlots];
      slots_[now % kSlots] = 0;
      occupied_ &= ~slot;
    }
    return far_first_ > now ? warps : warps | far_due(now);
  }
  /// First date after `now`; kNoCycle: none.
  [[nodiscard]] core::Cycle earliest(core::Cycle now) const {
    if (occupied_ == 0) return far_first_;
    const unsigned turn = (now + 1) % kSlots;
    const std::uint64_t from_next =
        turn == 0 ? occupied_ : (occupied_ >> turn) | (occupied_ << (kSlots - turn));
    return std::min<core::Cycle>(now + 1 + lowest_warp(from_next), far_first_);
  }

 private:
  static constexpr unsigned kSlots = 64;

  WarpSet far_due(core::Cycle now) {
    WarpSet warps = 0;
    far_first_ = core::kNoCycle;
    each_warp(far_, [&](unsigned warp) {
      if (far_at_[warp] <= now) {
        warps |= one_warp(warp);
      } else {
        far_first_ = std::min(far_first_, far_at_[warp]);
      }
    });
    far_ &= ~warps;
    return warps;
  }

  std::array<WarpSet, kSlots> slots_{};
  std::uint64_t occupied_ = 0;  ///< Slots that are not empty.
  WarpSet far_ = 0;
  core::Cycle far_first_ = core::kNoCycle;
  std::array<core::Cycle, kMostWarps> far_at_{};
};

}  // namespace gf::hw::gpu
