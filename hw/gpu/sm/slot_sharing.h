// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "core/time/clock_domain.h"
#include "hw/gpu/sm/warp_set.h"
#include "tlm_models/gpu/warp_instruction.h"

namespace gf::hw::gpu {

/// Shares the issue slots of one scheduler, one per cycle, among the arithmetic of its warps.
/// Without competition, a warp's arithmetic takes a given number of cycles and one slot in every
/// interval-th of them. While the warps of the scheduler together want at most one slot per cycle,
/// all run at full speed; beyond that all slow down alike.
///
/// An issued instruction goes first: it takes a slot from the arithmetic if that wants a slot per
/// cycle or more. Simulation time is spent only when arithmetic begins or ends.
///
/// Rounding: a warp is done in the first whole cycle after its arithmetic. Intervals that do not
/// divide 5040 are up to 1.3 % longer than given.
class SlotSharing {
 public:
  /// Begins the arithmetic of `warp` in cycle `now`. Preconditions: the warp has none in progress;
  /// cycles is at least 1, interval is 1 to model::kMostIssueInterval; due(now) was called.
  void begin(unsigned warp, std::uint32_t cycles, std::uint32_t interval, core::Cycle now);
  /// Records an instruction issued in cycle `now`: at most one per cycle, before arithmetic that
  /// begins in it.
  void take_slot(core::Cycle now) {
    if (demand_ < kSlot) return;
    ++taken_;
    last_taken_ = now;
  }
  /// Returns the warps that are done by cycle `now` and removes them.
  WarpSet due(core::Cycle now) { return now < earliest() ? 0 : end_due(now); }
  /// Returns the first cycle in which due() will return a warp if nothing changes; kNoCycle: none.
  [[nodiscard]] core::Cycle earliest() const {
    return warps_ == 0 ? core::kNoCycle : first_ + taken_;
  }

 private:
  static constexpr std::uint32_t kSlot = 5040;  ///< Demand of one slot a cycle: has many divisors.
  static constexpr unsigned kFraction = 12;     ///< Fractional bits of progress_.

  WarpSet end_due(core::Cycle now);
  void advance(core::Cycle now);
  void find_first();
  [[nodiscard]] std::uint32_t divisor() const { return demand_ < kSlot ? kSlot : demand_; }

  std::uint32_t demand_ = 0;
  std::uint64_t taken_ = 0;     ///< Slots taken since since_.
  core::Cycle last_taken_ = 0;  ///< Cycle of the last slot taken.
  core::Cycle since_ = 0;       ///< Cycle at which progress_ is valid.
  std::uint64_t progress_ = 0;  ///< Cycles of arithmetic done without competition; same for all.
  std::uint64_t least_ = 0;     ///< Smallest of end_.
  core::Cycle first_ = 0;       ///< Cycle in which progress_ reaches least_ if no slot is taken.
  WarpSet warps_ = 0;
  std::array<std::uint32_t, kMostWarps> rate_{};  ///< Demand of each warp.
  std::array<std::uint64_t, kMostWarps> end_{};   ///< Value of progress_ at which it is done.
};

}  // namespace gf::hw::gpu
