// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <queue>
#include <systemc>
#include <vector>

#include "core/ticks.h"
#include "core/wakeup.h"

namespace gf::core {

/// Number of a clock cycle; cycle n begins at n periods.
using Cycle = std::uint64_t;
inline constexpr Cycle kNoCycle = ~0ull;

/// Hardware that acts in the cycles that it asked for.
class Clocked {
 public:
  virtual ~Clocked() = default;
  virtual void cycle(Cycle now) = 0;
  /// Called twice shortly before cycle(), each time in the same cycle: places to ask memory for
  /// what that will read. Change nothing that another member sees.
  virtual void soon(Cycle) {}
  virtual void next(Cycle) {}
};

/// A clock and what it drives. A member sleeps until a cycle that it asked for; one timed event
/// serves all members of a cycle, and a cycle that nobody asked for costs none. This makes a busy
/// synchronous network cost a call a router and cycle, not an event.
/// Rule of use: what one member does in a cycle another must not see before the next one, because
/// their order within a cycle is not defined (it is the same in each run of the same input). The
/// one exception is the leader: it comes before all members, who see what it does.
class ClockDomain final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(ClockDomain);
  ClockDomain(const sc_core::sc_module_name& name, const sc_core::sc_time& period);

  /// Number of the new member, for wake(). Before the simulation starts.
  unsigned add(Clocked& member);
  /// There can be one: what members send each other, which is delivered when a cycle begins. Before
  /// the simulation starts.
  void lead(Clocked& leader);
  /// Calls the leader in cycle `at`, after the one that is served and at most kHorizon ahead of it.
  void wake_leader(Cycle at);
  /// Calls the member in cycle `at`, or in the next one that has not begun. Of several wishes the
  /// earliest counts, the others are forgotten: it asks again when it is called.
  void wake(unsigned member, Cycle at);

  /// The cycle that is served; between cycles the last one.
  [[nodiscard]] Cycle now() const { return now_; }
  [[nodiscard]] Ticks period() const { return period_; }
  /// Calls so far, of all members.
  [[nodiscard]] std::uint64_t calls() const { return calls_; }

 private:
  static constexpr std::size_t kSlots = 1024;  ///< A power of two; wishes beyond wait in `late_`.

 public:
  static constexpr Cycle kHorizon = kSlots - 1;

 private:
  struct Late {
    Cycle at;
    unsigned member;
    bool operator>(const Late& other) const { return at > other.at; }
  };

  void serve();  ///< SC_METHOD
  void serve_members(Cycle now);
  void take_late();
  void want(Cycle at) { wanted_[at % kSlots / 64] |= 1ull << at % 64; }
  [[nodiscard]] Cycle earliest() const;

  const Ticks period_;
  std::vector<Clocked*> members_;
  Clocked* leader_ = nullptr;
  std::bitset<kSlots> leads_;                        ///< Cycles that the leader asked for.
  std::vector<Cycle> wishes_;                        ///< By member; kNoCycle: asleep.
  std::array<std::vector<unsigned>, kSlots> slots_;  ///< Members, some of whom asked again since.
  std::array<std::uint64_t, kSlots / 64> wanted_{};  ///< Bit a slot: leader or members asked.
  std::priority_queue<Late, std::vector<Late>, std::greater<>> late_;
  Cycle next_ = 0;  ///< First cycle that members can still ask for.
  Cycle now_ = 0;
  bool serving_ = false;
  std::uint64_t calls_ = 0;
  Wakeup wakeup_{"wakeup"};
};

/// A member's end of its clock: asks to be called, and knows what cycles are in time.
class ClockMember {
 public:
  /// Adds `member` to `clock`. Before the simulation starts.
  ClockMember(ClockDomain& clock, Clocked& member)
      : clock_(clock), number_(clock.add(member)), period_(clock.period()) {}

  void wake(Cycle at) { clock_.wake(number_, at); }  ///< As ClockDomain::wake().
  [[nodiscard]] unsigned number() const { return number_; }
  [[nodiscard]] const ClockDomain& domain() const { return clock_; }
  [[nodiscard]] Cycle now() const { return clock_.now(); }
  [[nodiscard]] Ticks period() const { return period_; }
  [[nodiscard]] Ticks ticks(Cycle cycle) const { return cycle * period_; }
  /// First cycle that sees what happens at `at`, which may lie between two cycles.
  [[nodiscard]] Cycle after(Ticks at) const { return at / period_ + 1; }

 private:
  ClockDomain& clock_;
  const unsigned number_;
  const Ticks period_;
};

}  // namespace gf::core
