// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/sm/slot_sharing.h"

#include <algorithm>

namespace gf::hw::gpu {

void SlotSharing::begin(unsigned warp, std::uint32_t cycles, std::uint32_t interval,
                        core::Cycle now) {
  advance(now);
  // Advance first: arithmetic in progress has run at the old rate until now. From here on the
  // divisor changes, and with it the time of the first end.
  rate_[warp] = kSlot / interval;
  end_[warp] = progress_ + (std::uint64_t{cycles} << kFraction);
  least_ = warps_ == 0 ? end_[warp] : std::min(least_, end_[warp]);
  demand_ += rate_[warp];
  warps_ |= one_warp(warp);
  find_first();
}

WarpSet SlotSharing::end_due(core::Cycle now) {
  advance(now);
  WarpSet ended = 0;
  least_ = ~0ull;
  each_warp(warps_, [&](unsigned warp) {
    if (end_[warp] > progress_) {
      least_ = std::min(least_, end_[warp]);
      return;
    }
    ended |= one_warp(warp);
    demand_ -= rate_[warp];
  });
  warps_ &= ~ended;
  find_first();
  return ended;
}

void SlotSharing::advance(core::Cycle now) {
  const core::Cycle span = now - since_;
  const std::uint64_t ahead = last_taken_ == now ? 1 : 0;  // of the cycle that begins
  const core::Cycle lost = taken_ > ahead ? taken_ - ahead : 0;
  since_ = now;
  if (warps_ == 0) {
    taken_ = progress_ = 0;
    return;
  }
  taken_ -= lost;
  progress_ += ((span - lost) << kFraction) * kSlot / divisor();
}

void SlotSharing::find_first() {
  if (warps_ == 0) return;
  constexpr std::uint64_t kPart = std::uint64_t{kSlot} << kFraction;
  // Rounded up: a warp is done in the first whole cycle after its arithmetic.
  first_ = since_ + ((least_ - progress_) * divisor() + kPart - 1) / kPart;
}

}  // namespace gf::hw::gpu
