// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "core/ranks/rank_meetings.h"
#include "core/ranks/ranks.h"
#include "core/system/thread_team.h"
#include "core/time/clock_part.h"
#include "core/time/wakeup.h"

namespace gf::core {

/// What parts of a clock send each other: it waits where it was written until a window has ended.
class PartMail {
 public:
  virtual ~PartMail() = default;
  /// Gives part `part` what the others have for it, dated `from` or later. Called when all parts
  /// have been served until then.
  virtual void hand_over(unsigned part, Cycle from) = 0;
  /// Behind all of that.
  virtual void window_ended() = 0;

  /// What the parts of this process have for those of other ranks: a parcel for each rank that has
  /// a part beside one of them, always the same ranks. Their earliest date; kNoCycle: none.
  virtual Cycle pack(std::vector<Ranks::Parcel>& /*parcels*/) { return kNoCycle; }
  /// Gives parts of this process what came from another rank. They have been served until its date
  /// lies ahead.
  virtual void unpack(const Ranks::Parcel& /*parcel*/) {}
};

/// A clock and what it drives. One timed event serves all members of a cycle, and a cycle that
/// nobody asked for costs none. This makes a busy synchronous network cost a call a router and
/// cycle, not an event.
///
/// Its members may be split into parts, which know nothing of each other within a window: what one
/// does in a cycle another sees `window` cycles later, or after that. So each part is served that
/// many cycles at a time, by one event for all of them, while its state is in the caches; then
/// comes the mail between them. Results are those of one part. A window ends earlier where
/// somebody else acts or looks: the conductor, any other event, next_look(). When a window has
/// ended the simulated time goes on to the last cycle that was served in it.
/// A clock that is not split has one part and a window of one cycle.
///
/// Where several ranks simulate the machine each serves some of the parts, its own, for the same
/// windows; wishes of members of others it does not look at. Where they hold more than the clock,
/// each serves its one part cycle by cycle, and they meet once a window
/// (core/ranks/rank_meetings.h).
class ClockDomain final : public sc_core::sc_module {
 public:
  static constexpr Cycle kHorizon = ClockPart::kHorizon;
  ClockDomain(const sc_core::sc_module_name& name, const sc_core::sc_time& period);
  ~ClockDomain() override;

  /// Before members are added. `parts` at least 1, `window` 1 to kHorizon / 2 cycles; `mail`
  /// outlives the clock.
  void split(unsigned parts, Cycle window, PartMail& mail);
  /// The same, a part for each of several ranks, which meet when a window has ended.
  void split_by_ranks(Cycle window, PartMail& mail);
  /// Part that this process serves, of a clock that is split by ranks; else the first one.
  [[nodiscard]] ClockPart& own_part() { return part(meetings_ ? ranks().self() : 0); }
  /// Other ranks have served cycles up to `last`.
  void served_elsewhere(Cycle last) { last_ = std::max(last_, last); }
  [[nodiscard]] unsigned parts() const { return 1 + static_cast<unsigned>(more_.size()); }
  /// Whether this process serves that part.
  [[nodiscard]] bool owns(unsigned part) const {
    return parts() == 1 || ranks().owner(part, parts()) == ranks().self();
  }
  [[nodiscard]] ClockPart& part(unsigned number) {
    return number == 0 ? first_ : *more_[number - 1];
  }
  [[nodiscard]] Cycle window() const { return window_; }
  operator ClockPart&() { return first_; }  ///< Of a clock that is not split, all.

  /// Serves parts by as many threads as there may be (core::simulation_threads()) and parts for
  /// them. What members of two parts share they only read. After split().
  void share_out();

  /// There can be one: acts in cycles that it asks for, before all parts, which have been served up
  /// to that cycle. Before the simulation starts.
  void conduct(Clocked& conductor);
  /// Calls the conductor in cycle `at`, which lies ahead; of several wishes the earliest counts.
  void wake_conductor(Cycle at);

  // Of the first part.
  unsigned add(Clocked& member) { return first_.add(member); }
  void lead(Clocked& leader) { first_.lead(leader); }
  void wake_leader(Cycle at) { first_.wake_leader(at); }
  void wake(unsigned member, Cycle at) { first_.wake(member, at); }

  /// The cycle that is served; between cycles, and with several parts, the last one.
  [[nodiscard]] Cycle now() const { return more_.empty() ? first_.now() : last_; }
  [[nodiscard]] Ticks period() const { return first_.period(); }
  /// Calls so far, of all members.
  [[nodiscard]] std::uint64_t calls() const;

 private:
  friend class ClockPart;
  class Meetings;
  void ask(Cycle at) { wakeup_.at(at * period()); }
  void serve();  ///< Process
  void serve_window(Cycle from);
  void serving(bool serves);  ///< Tells all parts.
  [[nodiscard]] bool conducted(Cycle now);
  [[nodiscard]] Cycle end_of_window(Cycle from) const;
  /// Takes what crosses between processes, and hears how far they are.
  void meet(Cycle sent, Cycle until);
  [[nodiscard]] Cycle earliest();
  [[nodiscard]] Cycle earliest_here();
  template <class Act>
  void each_part(const Act& act);  ///< For its own parts, by several threads if they may.

  ClockPart first_;
  std::vector<std::unique_ptr<ClockPart>> more_;
  Cycle window_ = 1;
  PartMail* mail_ = nullptr;
  unsigned own_from_ = 0;  ///< Parts own_from_ ... own_to_ - 1 are served here.
  unsigned own_to_ = 1;
  Cycle anywhere_ = kNoCycle;  ///< The earliest cycle wanted by any rank, as a window ended.
  std::vector<Ranks::Parcel> parcels_;
  std::unique_ptr<RankMeetings> meetings_;  ///< Null: not split by ranks.
  std::unique_ptr<ThreadTeam> team_;        ///< Null: one thread.
  Clocked* conductor_ = nullptr;
  Cycle conducts_at_ = kNoCycle;
  Cycle last_ = 0;  ///< Served so far; the conductor's count.
  Wakeup wakeup_{this, RunsFirst<&ClockDomain::serve>{}};
};

/// Returns the first date from `from` on at which all clocks begin a cycle together. Clocks of odd
/// periods may meet less often than once in 1 ms; then it returns `from`.
Ticks common_edge(Ticks from);

/// A member's end of its clock: asks to be called, and knows what cycles are in time.
class ClockMember {
 public:
  /// Adds `member` to `clock`. Before the simulation starts.
  ClockMember(ClockPart& clock, Clocked& member)
      : clock_(clock), number_(clock.add(member)), period_(clock.period()) {}

  void wake(Cycle at) { clock_.wake(number_, at); }  ///< As ClockPart::wake().
  [[nodiscard]] unsigned number() const { return number_; }
  [[nodiscard]] const ClockPart& domain() const { return clock_; }
  [[nodiscard]] Cycle now() const { return clock_.now(); }
  [[nodiscard]] Ticks period() const { return period_; }
  [[nodiscard]] Ticks ticks(Cycle cycle) const { return cycle * period_; }
  /// First cycle that sees what happens at `at`, which may lie between two cycles.
  [[nodiscard]] Cycle after(Ticks at) const { return at / period_ + 1; }

 private:
  ClockPart& clock_;
  const unsigned number_;
  const Ticks period_;
};

}  // namespace gf::core
