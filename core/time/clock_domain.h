// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "core/ranks/rank_sync.h"
#include "core/ranks/ranks.h"
#include "core/system/thread_team.h"
#include "core/time/clock_part.h"
#include "core/time/wakeup.h"

namespace gf::core {

/// Mail between the parts of a clock: it stays where it was written until a window has ended.
class PartMailbox {
 public:
  virtual ~PartMailbox() = default;
  /// Delivers to part `part` the mail of the other parts, which arrives in cycle `from` or later.
  /// Called when all parts have been served up to `from`.
  virtual void hand_over(unsigned part, Cycle from) = 0;
  /// Called when all mail of a window has been handed over.
  virtual void window_ended() = 0;

  /// Packs the mail of this process's parts for those of other ranks: one parcel for each rank that
  /// has a neighbouring part, always the same ranks. Returns the earliest cycle of arrival;
  /// kNoCycle: no mail.
  virtual Cycle pack(std::vector<Ranks::Parcel>& /*parcels*/) { return kNoCycle; }
  /// Delivers the mail of another rank to parts of this process. It arrives in cycles that they
  /// have not served yet.
  virtual void unpack(const Ranks::Parcel& /*parcel*/) {}
};

/// A clock and its members. One timed event serves all members of a cycle, and a cycle that no
/// member requested costs nothing. A busy synchronous network thus costs one call per router and
/// cycle, not one event.
///
/// The members may be split into parts that cannot affect each other within a window: other parts
/// see an action `window` cycles later at the earliest. Each part is therefore served for that many
/// cycles at a time, by one event for all of them, while its state is in the caches. Then the mail
/// between the parts is delivered. The results equal those of a single part. A window ends earlier
/// where anything else acts or looks: the conductor, any other event, next_look(). After a window
/// the simulated time advances to the last cycle that was served in it. A clock that is not split
/// has one part and a window of one cycle.
///
/// If several ranks simulate the machine, each serves some of the parts, its own, for the same
/// windows, and ignores requests of members of other parts. If the ranks hold more than the clock,
/// each serves its single part cycle by cycle, and they meet once per window
/// (core/ranks/rank_sync.h).
class ClockDomain final : public sc_core::sc_module {
 public:
  static constexpr Cycle kHorizon = ClockPart::kHorizon;
  ClockDomain(const sc_core::sc_module_name& name, const sc_core::sc_time& period);
  ~ClockDomain() override;

  /// Splits the clock before members are added. `parts` is at least 1, `window` 1 to kHorizon / 2
  /// cycles; `mail` must outlive the clock.
  void split(unsigned parts, Cycle window, PartMailbox& mailbox);
  /// Like split(), with one part for each of several ranks, which meet after each window.
  void split_by_ranks(Cycle window, PartMailbox& mailbox);
  /// Returns the part that this process serves, if the clock is split by ranks; else the first one.
  [[nodiscard]] ClockPart& own_part() { return part(meetings_ ? ranks().self() : 0); }
  /// Other ranks have served cycles up to `last`.
  void served_elsewhere(Cycle last) { last_ = std::max(last_, last); }
  [[nodiscard]] unsigned parts() const { return 1 + static_cast<unsigned>(more_.size()); }
  /// Tells whether this process serves that part.
  [[nodiscard]] bool owns(unsigned part) const {
    return parts() == 1 || ranks().owner(part, parts()) == ranks().self();
  }
  [[nodiscard]] ClockPart& part(unsigned number) {
    return number == 0 ? first_ : *more_[number - 1];
  }
  [[nodiscard]] Cycle window() const { return window_; }
  operator ClockPart&() { return first_; }  ///< All of a clock that is not split.

  /// From now on serves parts by several threads, at most core::simulation_threads() and one per
  /// part. Members of different parts may only read their shared data. Call it after split().
  void use_threads();

  /// Adds the conductor; there can be only one. It acts in the cycles it requests, before all
  /// parts, which have been served up to that cycle. Call it before the simulation starts.
  void conduct(Clocked& conductor);
  /// Calls the conductor in cycle `at`, which lies ahead; of several requests the earliest counts.
  void wake_conductor(Cycle at);

  // These functions act on the first part.
  unsigned add(Clocked& member) { return first_.add(member); }
  void lead(Clocked& leader) { first_.lead(leader); }
  void wake_leader(Cycle at) { first_.wake_leader(at); }
  void wake(unsigned member, Cycle at) { first_.wake(member, at); }

  /// The cycle being served; between cycles, and with several parts, the last one that was served.
  [[nodiscard]] Cycle now() const { return more_.empty() ? first_.now() : last_; }
  [[nodiscard]] Ticks period() const { return first_.period(); }
  /// Number of calls so far, of all members.
  [[nodiscard]] std::uint64_t calls() const;

 private:
  friend class ClockPart;
  class Meetings;
  void ask(Cycle at) { wakeup_.at(at * period()); }
  void serve();  ///< Process.
  void serve_window(Cycle from);
  void serving(bool serves);  ///< Notifies all parts.
  [[nodiscard]] bool conducted(Cycle now);
  [[nodiscard]] Cycle end_of_window(Cycle from) const;
  /// Exchanges mail and progress with the other ranks.
  void meet(Cycle sent, Cycle until);
  [[nodiscard]] Cycle earliest();
  [[nodiscard]] Cycle earliest_here();
  template <class Act>
  void each_part(const Act& act);  ///< Acts on its own parts, in several threads if allowed.

  ClockPart first_;
  std::vector<std::unique_ptr<ClockPart>> more_;
  Cycle window_ = 1;
  PartMailbox* mailbox_ = nullptr;
  unsigned own_from_ = 0;  ///< Parts own_from_ ... own_to_ - 1 are served here.
  unsigned own_to_ = 1;
  Cycle anywhere_ = kNoCycle;  ///< Earliest cycle that any rank requested at the end of a window.
  std::vector<Ranks::Parcel> parcels_;
  std::unique_ptr<RankSync> meetings_;  ///< Null: not split by ranks.
  std::unique_ptr<ThreadTeam> team_;    ///< Null: one thread.
  Clocked* conductor_ = nullptr;
  Cycle conducts_at_ = kNoCycle;
  Cycle last_ = 0;  ///< Last cycle served so far, including the conductor's.
  Wakeup wakeup_{this, RunsFirst<&ClockDomain::serve>{}};
};

/// Returns the first time from `from` on at which all clocks begin a cycle together. Clocks of odd
/// periods may meet less often than once in 1 ms; then it returns `from`.
Ticks common_edge(Ticks from);

/// The interface of a member to its clock: requests calls, and converts between cycles and time.
class ClockMember {
 public:
  /// Adds `member` to `clock`. Call it before the simulation starts.
  ClockMember(ClockPart& clock, Clocked& member)
      : clock_(clock), number_(clock.add(member)), period_(clock.period()) {}

  void wake(Cycle at) { clock_.wake(number_, at); }  ///< As ClockPart::wake().
  [[nodiscard]] unsigned number() const { return number_; }
  [[nodiscard]] const ClockPart& domain() const { return clock_; }
  [[nodiscard]] Cycle now() const { return clock_.now(); }
  [[nodiscard]] Ticks period() const { return period_; }
  [[nodiscard]] Ticks ticks(Cycle cycle) const { return cycle * period_; }
  /// Returns the first cycle that sees what happens at `at`, which may lie between two cycles.
  [[nodiscard]] Cycle after(Ticks at) const { return at / period_ + 1; }

 private:
  ClockPart& clock_;
  const unsigned number_;
  const Ticks period_;
};

}  // namespace gf::core
