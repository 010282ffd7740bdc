// SPDX-License-Identifier: Apache-2.0
#include "core/clock_domain.h"

#include <algorithm>

#include "core/agenda.h"
#include "core/error.h"
#include "core/hop_journal.h"
#include "core/next_look.h"
#include "core/probe.h"

namespace gf::core {

ClockDomain::ClockDomain(const sc_core::sc_module_name& name, const sc_core::sc_time& period)
    : sc_module(name), first_(*this, period.value()) {
  GF_CHECK(first_.period() > 0, this->name());
}

void ClockDomain::split(unsigned parts, Cycle window, PartMail& mail) {
  GF_CHECK(parts >= 1 && window >= 1 && window <= kHorizon / 2 && more_.empty(), name());
  for (unsigned i = 1; i < parts; ++i)
    more_.push_back(std::make_unique<ClockPart>(*this, period()));
  window_ = window;
  mail_ = &mail;
}

void ClockDomain::share_out() {
  const unsigned threads = std::min(simulation_threads(), parts());
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
  const Cycle from = now_ticks() / period();
  // The wish that moved the time to the last cycle of a window finds nothing to do.
  if (more_.empty() || from != last_ || earliest() <= from) serve_window(from);
  const Cycle at = earliest();
  // As if each cycle had been served at its time: who looks at the clock on the wall finds it
  // there.
  if (last_ > from) {
    ask(last_);
  } else if (at != kNoCycle) {
    ask(at);
  }
}

template <class Act>
void ClockDomain::each_part(const Act& act) {
  // Who writes waveforms or follows packets hears of them in one thread.
  if (team_ && !Probe::any_on() && HopJournal::active() == nullptr) {
    team_->run(parts(), act);
  } else {
    for (unsigned number = 0; number < parts(); ++number) act(number);
  }
}

void ClockDomain::serve_window(Cycle from) {
  for (unsigned i = 0; i < parts(); ++i) part(i).serving_ = true;
  const Cycle until = conducted(from) ? from + 1 : end_of_window(from);
  each_part([&](unsigned number) { part(number).run(until); });
  if (parts() > 1) {
    each_part([&](unsigned number) {
      part(number).stand_at(until);
      mail_->hand_over(number, until);
    });
    mail_->window_ended();
  }
  for (unsigned i = 0; i < parts(); ++i) {
    last_ = std::max(last_, part(i).now());
    part(i).serving_ = false;
  }
}

bool ClockDomain::conducted(Cycle now) {
  if (conducts_at_ > now) return false;
  conducts_at_ = kNoCycle;
  last_ = first_.now_ = now;
  conductor_->cycle(now);
  return true;
}

Cycle ClockDomain::end_of_window(Cycle from) const {
  // A journal of hops asks routers of other parts about what has just been.
  if (window_ == 1 || HopJournal::active() != nullptr) return from + 1;
  const Ticks look = std::min(Agenda::instance().next_activity(), next_look());
  // Cycles that begin before that.
  const Cycle before = look / period() + (look % period() == 0 ? 0 : 1);
  return std::max(from + 1, std::min({from + window_, conducts_at_, before}));
}

Cycle ClockDomain::earliest() {
  Cycle at = conducts_at_;
  for (unsigned i = 0; i < parts(); ++i) at = std::min(at, part(i).earliest());
  return at;
}

}  // namespace gf::core
