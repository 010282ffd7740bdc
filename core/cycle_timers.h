// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>

#include "core/bits.h"
#include "core/clock_part.h"

namespace gf::core {

/// Up to 64 things that sleep until a cycle, one date each. A wheel of one set a cycle holds dates
/// less than kSlots ahead; the others are few and wait in a set of their own.
/// Rule of use: due() is called in every cycle that earliest() names.
class CycleTimers {
 public:
  using Set = std::uint64_t;  ///< Bit a thing.
  static constexpr unsigned kMost = 64;

  /// Precondition: at > now. Of two dates of one thing the second comes; the first may come, too.
  void set(unsigned number, Cycle at, Cycle now) {
    if (at - now < kSlots) {
      slots_[at % kSlots] |= bit(number);
      occupied_ |= bit(at % kSlots);
      return;
    }
    far_ |= bit(number);
    far_at_[number] = at;
    far_first_ = std::min(far_first_, at);
  }
  /// Those whose date is `now`; they are forgotten.
  Set due(Cycle now) {
    const std::uint64_t slot = bit(now % kSlots);
    Set all = 0;
    if ((occupied_ & slot) != 0) {
      all = slots_[now % kSlots];
      slots_[now % kSlots] = 0;
      occupied_ &= ~slot;
    }
    return far_first_ > now ? all : all | far_due(now);
  }
  /// First date after `now`; kNoCycle: none.
  [[nodiscard]] Cycle earliest(Cycle now) const {
    if (occupied_ == 0) return far_first_;
    const unsigned turn = (now + 1) % kSlots;
    const std::uint64_t from_next =
        turn == 0 ? occupied_ : (occupied_ >> turn) | (occupied_ << (kSlots - turn));
    return std::min<Cycle>(now + 1 + lowest_bit(from_next), far_first_);
  }

 private:
  static constexpr unsigned kSlots = 64;

  Set far_due(Cycle now) {
    Set all = 0;
    far_first_ = kNoCycle;
    each_bit(far_, [&](unsigned number) {
      if (far_at_[number] <= now) {
        all |= bit(number);
      } else {
        far_first_ = std::min(far_first_, far_at_[number]);
      }
    });
    far_ &= ~all;
    return all;
  }

  std::array<Set, kSlots> slots_{};
  std::uint64_t occupied_ = 0;  ///< Slots that are not empty.
  Set far_ = 0;
  Cycle far_first_ = kNoCycle;
  std::array<Cycle, kMost> far_at_{};
};

}  // namespace gf::core
