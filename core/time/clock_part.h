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

/// Hardware that acts in the cycles that it asked for.
class Clocked {
 public:
  virtual ~Clocked() = default;
  virtual void cycle(Cycle now) = 0;
  /// Called shortly before cycle(), in the same cycle, where many members are due: places to ask
  /// memory for what that will read. Change nothing that another member sees.
  virtual void soon(Cycle) {}
  virtual void next(Cycle) {}
};

class ClockDomain;

/// Members of a clock that are served together, cycle by cycle: all of them, or one of the parts
/// that a clock is split into (ClockDomain::split()). A member sleeps until the cycle
/// it requested; cycles that no member requested are skipped.
/// Rule of use: what one member does in a cycle another must not see before the next one, because
/// their order within a cycle is not defined (it is the same in each run of the same input). The
/// one exception is the leader: it comes before all members, who see what it does.
class ClockPart {
 public:
  ClockPart(ClockDomain& owner, Ticks period) : owner_(owner), period_(period) {}
  ClockPart(const ClockPart&) = delete;
  ClockPart& operator=(const ClockPart&) = delete;

  /// Number of the new member, for wake(). Before the simulation starts.
  unsigned add(Clocked& member);
  /// There can be one: what members send each other, which is delivered when a cycle begins. Before
  /// the simulation starts.
  void lead(Clocked& leader);
  /// Calls the leader in cycle `at`: from open_from() on, and less than kHorizon later.
  void wake_leader(Cycle at);
  /// Calls the member in cycle `at`, or in the next one that has not begun. Of several wishes the
  /// earliest counts, the others are forgotten: it asks again when it is called.
  void wake(unsigned member, Cycle at) {
    at = std::max(at, next_);
    if (at < members_[member].wish) wish(member, at);
  }

  /// The cycle that is served; between cycles the last one.
  [[nodiscard]] Cycle now() const { return now_; }
  [[nodiscard]] Ticks period() const { return period_; }
  /// First cycle that can still be asked for.
  [[nodiscard]] Cycle open_from() const { return next_; }
  /// Calls so far, of all members.
  [[nodiscard]] std::uint64_t calls() const { return calls_; }

 private:
  static constexpr std::size_t kSlots = 1024;  ///< A power of two; wishes beyond wait in `late_`.

 public:
  static constexpr Cycle kHorizon = kSlots - 1;
  /// For tests of the rule of use: members of a cycle are called the other way around.
  void turn_around() { turned_ = true; }

 private:
  friend class ClockDomain;
  struct Member {
    Clocked* who;
    Cycle wish = kNoCycle;  ///< kNoCycle: asleep.
  };
  struct Late {
    Cycle at;
    unsigned member;
    bool operator>(const Late& other) const { return at > other.at; }
  };

  /// Everything before `at` has been served.
  void stand_at(Cycle at) {
    next_ = std::max(next_, at);
    if (!late_.empty() && has_slot(late_.top().at)) take_late();
  }
  /// Serves the cycles before `until` that somebody asked for.
  void run(Cycle until);
  void serve(Cycle now);
  void serve_members(Cycle now);
  void serve_turned(Cycle now);
  void call(unsigned member, Cycle now);
  void take_late();
  void wish(unsigned member, Cycle at);
  void wish_late(unsigned member, Cycle at);
  /// One cycle less than there are slots: that of the cycle that is served is being walked.
  [[nodiscard]] bool has_slot(Cycle at) const { return at < next_ - 1 + kSlots; }
  /// The member is called in cycle `at`, which has a slot.
  void put(Cycle at, unsigned member) {
    Members::Chain& slot = slots_[at % kSlots];
    if (slot.empty()) want(at);
    asking_.add(slot, member);
  }
  void want(Cycle at) {
    wanted_[at % kSlots / 64] |= 1ull << at % 64;
    earliest_ = std::min(earliest_, at);
  }
  /// That anybody asked for; kNoCycle: none.
  [[nodiscard]] Cycle earliest() const { return earliest_; }
  [[nodiscard]] Cycle look_for_earliest() const;

  ClockDomain& owner_;
  const Ticks period_;
  std::vector<Member> members_;
  Clocked* leader_ = nullptr;
  std::bitset<kSlots> leads_;  ///< Cycles that the leader asked for.
  using Members = Chains<unsigned, 3>;
  std::array<Members::Chain, kSlots> slots_;         ///< Members, some of whom asked again since.
  Members asking_;                                   ///< What lies in the slots.
  std::array<std::uint64_t, kSlots / 64> wanted_{};  ///< Bit a slot: leader or members asked.
  std::priority_queue<Late, std::vector<Late>, std::greater<>> late_;
  Cycle earliest_ = kNoCycle;
  Cycle next_ = 0;  ///< First cycle that members can still ask for.
  Cycle now_ = 0;
  bool serving_ = false;  ///< The clock asks at the end what is next.
  bool turned_ = false;
  std::uint64_t calls_ = 0;
};

}  // namespace gf::core
