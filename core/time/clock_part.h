// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <queue>
#include <vector>

#include "core/base/chains.h"
#include "core/base/ticks.h"

namespace gf::core {

/// Number of a clock cycle; cycle n begins at n periods.
using Cycle = std::uint64_t;
inline constexpr Cycle kNoCycle = ~0ull;

/// Hardware that acts in the cycles that it requested.
class Clocked {
 public:
  virtual ~Clocked() = default;
  virtual void cycle(Cycle now) = 0;
  /// soon() and next() are called shortly before cycle(), in the same cycle, if many members are
  /// due. Here a member may prefetch the memory that the next call reads. It must not change
  /// anything that another member sees.
  virtual void soon(Cycle) {}
  virtual void next(Cycle) {}
};

class ClockDomain;

/// Members of a clock that are served together, cycle by cycle: all of them, or one of the parts
/// into which a clock is split (ClockDomain::split()). A member sleeps until the cycle it
/// requested; cycles that no member requested are skipped.
/// Rule of use: the actions of a member in a cycle must not be visible to another before the next
/// cycle. Their order within a cycle is not defined (it is the same in each run of the same input).
/// The only exception is the leader: it is called before all members, and they see its actions.
class ClockPart {
 public:
  ClockPart(ClockDomain& owner, Ticks period) : owner_(owner), period_(period) {}
  ClockPart(const ClockPart&) = delete;
  ClockPart& operator=(const ClockPart&) = delete;

  /// Returns the number of the new member, for wake(). Call it before the simulation starts.
  unsigned add(Clocked& member);
  /// Adds the leader; there can be only one. It delivers what members send each other when a cycle
  /// begins. Call it before the simulation starts.
  void lead(Clocked& leader);
  /// Calls the leader in cycle `at`: open_from() or later, and less than kHorizon after it.
  void wake_leader(Cycle at);
  /// Calls the member in cycle `at`, or in the next one that has not begun. Of several requests
  /// only the earliest counts, the others are forgotten. The member requests again when it is
  /// called.
  void wake(unsigned member, Cycle at) {
    at = std::max(at, next_);
    if (at < members_[member].request) request(member, at);
  }

  /// The cycle being served; between cycles the last one that was served.
  [[nodiscard]] Cycle now() const { return now_; }
  [[nodiscard]] Ticks period() const { return period_; }
  /// First cycle that can still be requested.
  [[nodiscard]] Cycle open_from() const { return next_; }
  /// Number of calls so far, of all members.
  [[nodiscard]] std::uint64_t calls() const { return calls_; }

 private:
  static constexpr std::size_t kSlots = 1024;  ///< A power of two; later requests wait in `late_`.

 public:
  static constexpr Cycle kHorizon = kSlots - 1;
  /// For tests of the rule of use: calls the members of a cycle in reverse order.
  void turn_around() { turned_ = true; }

 private:
  friend class ClockDomain;
  struct Member {
    Clocked* clocked;
    Cycle request = kNoCycle;  ///< Requested cycle; kNoCycle: asleep.
  };
  struct Late {
    Cycle at;
    unsigned member;
    bool operator>(const Late& other) const { return at > other.at; }
  };

  /// Everything before `at` has been served.
  void served_until(Cycle at) {
    next_ = std::max(next_, at);
    if (!late_.empty() && has_slot(late_.top().at)) take_late();
  }
  /// Serves the requested cycles before `until`.
  void run(Cycle until);
  void serve(Cycle now);
  void serve_members(Cycle now);
  void serve_turned(Cycle now);
  void call(unsigned member, Cycle now);
  void take_late();
  void request(unsigned member, Cycle at);
  void request_late(unsigned member, Cycle at);
  /// Uses one cycle less than there are slots, because the slot of the cycle being served is being
  /// read.
  [[nodiscard]] bool has_slot(Cycle at) const { return at < next_ - 1 + kSlots; }
  /// Calls the member in cycle `at`, which has a slot.
  void put(Cycle at, unsigned member) {
    Members::Chain& slot = slots_[at % kSlots];
    if (slot.empty()) want(at);
    asking_.add(slot, member);
  }
  void want(Cycle at) {
    wanted_[at % kSlots / 64] |= 1ull << at % 64;
    earliest_ = std::min(earliest_, at);
  }
  /// First requested cycle; kNoCycle: none.
  [[nodiscard]] Cycle earliest() const { return earliest_; }
  [[nodiscard]] Cycle look_for_earliest() const;

  ClockDomain& owner_;
  const Ticks period_;
  std::vector<Member> members_;
  Clocked* leader_ = nullptr;
  std::bitset<kSlots> leads_;  ///< Cycles that the leader requested.
  using Members = Chains<unsigned, 3>;
  std::array<Members::Chain, kSlots> slots_;         ///< Members by cycle; some have requested
                                                     ///< another cycle since.
  Members asking_;                                   ///< Contents of the slots.
  std::array<std::uint64_t, kSlots / 64> wanted_{};  ///< A bit per slot: leader or members
                                                     ///< requested it.
  std::priority_queue<Late, std::vector<Late>, std::greater<>> late_;
  Cycle earliest_ = kNoCycle;
  Cycle next_ = 0;  ///< First cycle that members can still ask for.
  Cycle now_ = 0;
  bool serving_ = false;  ///< The clock itself requests the next cycle when it is done.
  bool turned_ = false;
  std::uint64_t calls_ = 0;
};

}  // namespace gf::core
