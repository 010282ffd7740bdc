// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/bits.h"
#include "core/time/clock_part.h"

namespace gf::core {

using TimerSet = std::uint64_t;  ///< One bit per thing.

/// Up to 64 things that sleep, each until a cycle. A wheel with one set per cycle holds times less
/// than kSlots ahead, a multiple of 64. Later ones should be few; they wait in a separate set. Rule
/// of use: due() must be called in every cycle that earliest() returns.
template <unsigned kSlots = 64>
class CycleTimers {
 public:
  static constexpr unsigned kMost = 64;

  /// Precondition: at > now. If a thing is set twice it is due at the second time, and may be due
  /// at the first, too.
  void set(unsigned number, Cycle at, Cycle now) {
    first_ = std::min(first_, at);
    if (at - now >= kSlots) return set_far(number, at);
    const unsigned slot = at % kSlots;
    slots_[slot] |= bit(number);
    occupied_[slot / 64] |= bit(slot % 64);
  }
  /// Returns and forgets the things due at `now`.
  TimerSet due(Cycle now) { return now < first_ ? 0 : take(now); }
  /// First cycle at which one is due; kNoCycle: none.
  [[nodiscard]] Cycle earliest() const { return first_; }

 private:
  static constexpr unsigned kWords = kSlots / 64;

  TimerSet take(Cycle now) {
    const unsigned slot = now % kSlots;
    TimerSet all = std::exchange(slots_[slot], 0);
    occupied_[slot / 64] &= ~bit(slot % 64);
    if (far_first_ <= now) all |= far_due(now);
    first_ = std::min(next_slot(now), far_first_);
    return all;
  }
  /// Returns the cycle of the first slot in use after that of `now`.
  [[nodiscard]] Cycle next_slot(Cycle now) const {
    const std::size_t ahead = distance_to_bit(occupied_, (now + 1) % kSlots);
    return ahead < kSlots ? now + 1 + ahead : kNoCycle;
  }
  void set_far(unsigned number, Cycle at) {
    far_ |= bit(number);
    far_at_[number] = at;
    far_first_ = std::min(far_first_, at);
  }
  TimerSet far_due(Cycle now) {
    TimerSet all = 0;
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

  Cycle first_ = kNoCycle;                        ///< Of all things.
  std::array<std::uint64_t, kWords> occupied_{};  ///< Slots that are not empty.
  TimerSet far_ = 0;
  Cycle far_first_ = kNoCycle;
  std::array<TimerSet, kSlots> slots_{};
  std::array<Cycle, kMost> far_at_{};
};

}  // namespace gf::core
