// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/sm/issue_share.h"

#include <algorithm>

namespace gf::hw::gpu {

void IssueShare::begin(unsigned warp, std::uint32_t cycles, std::uint32_t interval,
                       core::Cycle now) {
  advance(now);
  rate_[warp] = kSlot / interval;
  left_[warp] = std::uint64_t{cycles} << kFraction;
  demand_ += rate_[warp];
  warps_ |= one_warp(warp);
  find_first();
}

WarpSet IssueShare::end_due(core::Cycle now) {
  advance(now);
  WarpSet ended = 0;
  each_warp(warps_, [&](unsigned warp) {
    if (left_[warp] != 0) return;
    ended |= one_warp(warp);
    demand_ -= rate_[warp];
  });
  warps_ &= ~ended;
  find_first();
  return ended;
}

/// Counts down what was done from since_ to `now`.
void IssueShare::advance(core::Cycle now) {
  const core::Cycle span = now - since_;
  const core::Cycle lost = std::min(span, taken_);
  since_ = now;
  taken_ = warps_ == 0 ? 0 : taken_ - lost;
  const std::uint64_t step = ((span - lost) << kFraction) * kSlot / divisor();
  each_warp(warps_, [&](unsigned warp) { left_[warp] -= std::min(left_[warp], step); });
}

void IssueShare::find_first() {
  std::uint64_t least = ~0ull;
  each_warp(warps_, [&](unsigned warp) { least = std::min(least, left_[warp]); });
  if (warps_ == 0) return;
  constexpr std::uint64_t kPart = std::uint64_t{kSlot} << kFraction;
  first_ = since_ + (least * divisor() + kPart - 1) / kPart;
}

}  // namespace gf::hw::gpu
