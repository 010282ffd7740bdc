// SPDX-License-Identifier: Apache-2.0
#include "core/time/clock_domain.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "core/base/error.h"
#include "core/time/agenda.h"
#include "core/time/next_observation.h"
#include "core/time/observer_counts.h"

namespace gf::core {
namespace {

/// Periods of all existing clocks.
std::multiset<Ticks>& periods() {
  static std::multiset<Ticks> all;
  return all;
}

}  // namespace

/// For a clock that is split by ranks. Mail sent in a cycle of a stretch arrives a window after
/// that, or later.
class ClockDomain::Meetings final : public RankSync {
 public:
  Meetings(ClockDomain& clock, Cycle window) : clock_(clock), window_(window) {}
  [[nodiscard]] Ticks end_of_round(Ticks first) const override {
    return (cycle_from(first) + window_) * clock_.period();
  }

 private:
  /// Returns the first cycle that begins at `at` or later.
  [[nodiscard]] Cycle cycle_from(Ticks at) const {
    return at / clock_.period() + (at % clock_.period() == 0 ? 0 : 1);
  }
  void served_until(Ticks until) override { clock_.own_part().served_until(cycle_from(until)); }
  Ticks pack(std::vector<Ranks::Parcel>& parcels) override {
    const Cycle sent = clock_.mailbox_->pack(parcels);
    return sent == kNoCycle ? kNever : sent * clock_.period();
  }
  void unpack(const Ranks::Parcel& parcel) override { clock_.mailbox_->unpack(parcel); }

  ClockDomain& clock_;
  const Cycle window_;
};

ClockDomain::ClockDomain(const sc_core::sc_module_name& name, const sc_core::sc_time& period)
    : sc_module(name), first_(*this, period.value()) {
  GF_CHECK(first_.period() > 0, this->name());
  periods().insert(first_.period());
}

ClockDomain::~ClockDomain() { periods().erase(periods().find(first_.period())); }

Ticks common_edge(Ticks from) {
  constexpr Ticks kMost = 1'000'000'000'000;  // 1 ms
  Ticks common = 1;
  for (const Ticks period : periods()) {
    const Ticks times = period / std::gcd(common, period);
    if (times > kMost / common) return from;
    common *= times;
  }
  return (from + common - 1) / common * common;
}

void ClockDomain::split(unsigned parts, Cycle window, PartMailbox& mailbox) {
  GF_CHECK(parts >= 1 && window >= 1 && window <= kHorizon / 2 && more_.empty(), name());
  for (unsigned i = 1; i < parts; ++i)
    more_.push_back(std::make_unique<ClockPart>(*this, period()));
  window_ = window;
  mailbox_ = &mailbox;
  own_to_ = parts;
  if (parts == 1 || ranks().alone()) return;
  GF_CHECK(parts >= ranks().count(), name());
  ranks().spread();
  while (!owns(own_from_)) ++own_from_;
  while (!owns(own_to_ - 1)) --own_to_;
  // No rank knows yet which cycle the others request first, so all serve the first one.
  anywhere_ = 0;
}

void ClockDomain::split_by_ranks(Cycle window, PartMailbox& mailbox) {
  split(ranks().count(), window, mailbox);
  window_ = 1;
  anywhere_ = kNoCycle;
  meetings_ = std::make_unique<Meetings>(*this, window);
}

void ClockDomain::use_threads() {
  const unsigned threads = std::min(simulation_threads(), own_to_ - own_from_);
  if (threads > 1) team_ = std::make_unique<ThreadTeam>(threads);
}

void ClockDomain::conduct(Clocked& conductor) {
  GF_CHECK(conductor_ == nullptr, name());
  conductor_ = &conductor;
}

void ClockDomain::wake_conductor(Cycle at) {
  if (at >= conducts_at_) return;
  conducts_at_ = at;
  ask(at);
}

std::uint64_t ClockDomain::calls() const {
  std::uint64_t calls = first_.calls();
  for (const auto& part : more_) calls += part->calls();
  return calls;
}

void ClockDomain::serve() {
  Cycle from = now_ticks() / period();
  for (Cycle at = from;; from = at) {
    // The request that moved the time to the last cycle of a window finds nothing to do.
    if (more_.empty() || from != last_ || earliest() <= from) serve_window(from);
    // Advances the time as if each cycle had been served at its own time, which observers of the
    // time expect.
    at = last_ > from ? last_ : earliest();
    if (at == kNoCycle) return;
    if (!Agenda::instance().passes_to(at * period())) return ask(at);
  }
}

template <class Act>
void ClockDomain::each_part(const Act& act) {
  // Observers that write waveforms or follow packets must be notified by a single thread.
  if (team_ && ObserverCounts::of_changes == 0 && ObserverCounts::of_hops == 0) {
    team_->run(own_to_ - own_from_, [&](unsigned piece) { act(own_from_ + piece); });
  } else {
    for (unsigned number = own_from_; number < own_to_; ++number) act(number);
  }
}

void ClockDomain::serve_window(Cycle from) {
  serving(true);
  const Cycle until = conducted(from) ? from + 1 : end_of_window(from);
  each_part([&](unsigned number) { part(number).run(until); });
  for (unsigned i = own_from_; i < own_to_; ++i) last_ = std::max(last_, part(i).now());
  if (!more_.empty() && !meetings_) {
    const Cycle sent = mailbox_->pack(parcels_);
    ranks().post(parcels_);
    each_part([&](unsigned number) {
      part(number).served_until(until);
      mailbox_->hand_over(number, until);
    });
    meet(sent, until);
    mailbox_->window_ended();
  }
  serving(false);
}

void ClockDomain::serving(bool serves) {
  first_.serving_ = serves;
  for (const auto& part : more_) part->serving_ = serves;
}

void ClockDomain::meet(Cycle sent, Cycle until) {
  // Mail beyond the lists of its part is examined again at their end (CycleBoxes).
  const Cycle seen = sent == kNoCycle ? sent : std::min(sent, until + kHorizon - 1);
  const Ranks::Horizon horizon =
      ranks().collect({std::min(earliest_here(), seen), last_},
                      [this](const Ranks::Parcel& parcel) { mailbox_->unpack(parcel); });
  anywhere_ = horizon.earliest;
  last_ = horizon.last;
  // All ranks have agreed after this window, so all of them stop here.
  if (ranks().end_agreed() != 0 || ranks().model_ends()) Agenda::instance().pause();
}

bool ClockDomain::conducted(Cycle now) {
  if (conducts_at_ > now) return false;
  conducts_at_ = kNoCycle;
  last_ = first_.now_ = now;
  conductor_->cycle(now);
  return true;
}

Cycle ClockDomain::end_of_window(Cycle from) const {
  // A journal of hops asks routers of other parts about the cycle that has just ended.
  if (window_ == 1 || ObserverCounts::of_hops != 0) return from + 1;
  const Ticks look = std::min(Agenda::instance().next_activity(), next_observation());
  // Number of cycles that begin before `look`.
  const Cycle before = look / period() + (look % period() == 0 ? 0 : 1);
  return std::max(from + 1, std::min({from + window_, conducts_at_, before}));
}

Cycle ClockDomain::earliest() {
  return std::min(std::min(conducts_at_, anywhere_), earliest_here());
}

Cycle ClockDomain::earliest_here() {
  Cycle at = kNoCycle;
  for (unsigned i = own_from_; i < own_to_; ++i) at = std::min(at, part(i).earliest());
  return at;
}

}  // namespace gf::core
