// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "core/time/clock_domain.h"
#include "hw/gpu/sm/warp_set.h"
#include "tlm_models/gpu/warp_instruction.h"

namespace gf::hw::gpu {

/// The issue slots of one scheduler, one a cycle, as arithmetic shares them. A warp's arithmetic
/// takes, alone, so many cycles, and a slot in each interval-th of them. All that its scheduler's
/// warps want at once goes at full speed while it is at most a slot a cycle; beyond that all slow
/// down alike. An instruction that is issued goes first: it takes a slot that arithmetic which
/// wants a slot a cycle or more goes without. Costs time where arithmetic begins and ends, not in
/// between.
/// Rounding: a warp is done in the first whole cycle; intervals that do not divide 5040 are up to
/// 1.3 % longer than they say.
class IssueShare {
 public:
  /// `warp` begins in cycle `now`. Preconditions: it has none; cycles at least 1, interval 1 to
  /// model::kMostIssueInterval; due(now) was called.
  void begin(unsigned warp, std::uint32_t cycles, std::uint32_t interval, core::Cycle now);
  /// An instruction is issued in cycle `now`; one a cycle, before what begins in it.
  void take_slot(core::Cycle now) {
    if (demand_ < kSlot) return;
    ++taken_;
    last_taken_ = now;
  }
  /// Warps that are done by cycle `now`; they are forgotten.
  WarpSet due(core::Cycle now) { return now < earliest() ? 0 : end_due(now); }
  /// First cycle in which due() has something, if nothing changes; kNoCycle: none.
  [[nodiscard]] core::Cycle earliest() const {
    return warps_ == 0 ? core::kNoCycle : first_ + taken_;
  }

 private:
  static constexpr std::uint32_t kSlot = 5040;  ///< Demand of one a cycle: many divide it.
  static constexpr unsigned kFraction = 12;     ///< Bits of a cycle below the point of progress_.

  WarpSet end_due(core::Cycle now);
  void advance(core::Cycle now);
  void find_first();
  [[nodiscard]] std::uint32_t divisor() const { return demand_ < kSlot ? kSlot : demand_; }

  std::uint32_t demand_ = 0;
  std::uint64_t taken_ = 0;     ///< Slots taken since since_.
  core::Cycle last_taken_ = 0;  ///< Cycle of the last slot taken.
  core::Cycle since_ = 0;       ///< progress_ is of this cycle.
  std::uint64_t progress_ = 0;  ///< Cycles that arithmetic alone would have had: the same for all.
  std::uint64_t least_ = 0;     ///< Of the ends.
  core::Cycle first_ = 0;       ///< When progress_ is least_, if no slot is taken.
  WarpSet warps_ = 0;
  std::array<std::uint32_t, kMostWarps> rate_{};  ///< Demand of each.
  std::array<std::uint64_t, kMostWarps> end_{};   ///< progress_ with which each is done.
};

}  // namespace gf::hw::gpu
