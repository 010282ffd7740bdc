// SPDX-License-Identifier: Apache-2.0
#include "core/time/agenda.h"

#include <algorithm>
#include <sysc/kernel/sc_spawn.h>

namespace gf::core {

namespace {

std::uint32_t made = 0;  ///< Wakeups constructed so far.

}  // namespace

Wakeup::Wakeup(void* owner, void (*process)(void*), std::uint32_t first_order)
    : owner_(owner), process_(process), order_(first_order + made++) {}

Wakeup::~Wakeup() {
  if (entries_ != 0) Agenda::instance().forget(*this);
}

void Wakeup::ask(Ticks at) {
  Agenda& agenda = Agenda::instance();
  pending_ = at;
  if (soon_) return;
  ++asked_;  // a later time is void
  if (at > now_ticks()) {
    agenda.add(at, *this);
  } else {
    agenda.add_soon(*this);
  }
}

void Wakeup::cancel() {
  if (pending_ == kNever) return;
  pending_ = kNever;
  ++asked_;
  soon_ = false;
  Agenda::instance().dropped();
}

Agenda& Agenda::instance() {
  // Never destroyed: when the program ends, the kernel's objects are destroyed in an order of their
  // own.
  static Agenda& one = *new Agenda;
  return one;
}

Agenda::Agenda() : kernel_(*sc_core::sc_get_curr_simcontext()) {
  sc_core::sc_spawn_options options;
  options.spawn_method();
  options.set_sensitivity(&event_);
  options.dont_initialize();
  sc_core::sc_spawn([this] { serve(); }, sc_core::sc_gen_unique_name("agenda"), &options);
}

bool Agenda::is_void(const Entry& entry) {
  return entry.wakeup == nullptr || entry.number != entry.wakeup->asked_;
}

void Agenda::add(Ticks at, Wakeup& who) {
  ++who.entries_;
  insert({at, &who, who.asked_, who.order_});
  if (!serving_ && at < asked_) ask_kernel();
}

void Agenda::add_soon(Wakeup& who) {
  ++who.entries_;
  who.soon_ = true;
  soon_.push_back({now_ticks(), &who, who.asked_, who.order_});
  if (!serving_) ask_kernel();
}

void Agenda::dropped() {
  if (!serving_) ask_kernel();
}

void Agenda::forget(const Wakeup& who) {
  for (std::vector<Entry>* const list : {&dates_, &soon_, &batch_})
    for (Entry& entry : *list)
      if (entry.wakeup == &who) entry.wakeup = nullptr;
}

void Agenda::insert(const Entry& entry) {
  if (first_is_free_) return sink(entry);
  std::size_t place = dates_.size();
  dates_.push_back(entry);
  for (; place > 0 && entry.before(dates_[(place - 1) / 2]); place = (place - 1) / 2)
    dates_[place] = dates_[(place - 1) / 2];
  dates_[place] = entry;
}

Agenda::Entry Agenda::extract() {
  const Entry first = dates_.front();
  if (first.wakeup != nullptr) --first.wakeup->entries_;
  first_is_free_ = true;
  return first;
}

void Agenda::fill() {
  if (!first_is_free_) return;
  const Entry moved = dates_.back();
  dates_.pop_back();
  first_is_free_ = false;
  if (!dates_.empty()) sink(moved);
}

/// Moves `entry` from the free first place down to the place of its time.
void Agenda::sink(const Entry& entry) {
  first_is_free_ = false;
  Entry* const heap = dates_.data();
  const std::size_t size = dates_.size();
  std::size_t place = 0;
  for (std::size_t below = 1; below < size; below = 2 * place + 1) {
    if (below + 1 < size && heap[below + 1].before(heap[below])) ++below;
    if (!heap[below].before(entry)) break;
    heap[place] = heap[below];
    place = below;
  }
  heap[place] = entry;
}

Ticks Agenda::first_date() {
  fill();
  while (!dates_.empty() && is_void(dates_.front())) {
    extract();
    fill();
  }
  return dates_.empty() ? kNever : dates_.front().at;
}

void Agenda::pause() {
  sc_core::sc_pause();
  run_until(0);
}

Ticks Agenda::next_activity() {
  const Ticks now = now_ticks();
  if (!soon_.empty() || served_ < batch_.size()) return now;
  return std::min(first_date(), kernel_acts_at());
}

void Agenda::serve() {
  event_.cancel();
  asked_ = kNever;
  serving_ = true;
  serve_moment();
  while (moves_on()) {
    ++own_moments_;
    serve_moment();
  }
  serving_ = false;
  ask_kernel();
}

/// Serves what is due now; if nothing is, what was requested in the last delta.
void Agenda::serve_moment() {
  const Ticks now = now_ticks();
  while (first_entry() <= now) {
    fill();
    const Entry entry = extract();
    if (is_void(entry)) continue;
    // Mostly there is only one.
    if (batch_.empty() && first_entry() > now) return entry.wakeup->run();
    batch_.push_back(entry);
  }
  if (batch_.empty()) take_soon();
  while (served_ < batch_.size()) {
    Wakeup* const who = batch_[served_++].wakeup;
    if (who != nullptr) who->run();
  }
  batch_.clear();
  served_ = 0;
}

void Agenda::take_soon() {
  for (auto entry = soon_.rbegin(); entry != soon_.rend(); ++entry) {
    if (entry->wakeup != nullptr) --entry->wakeup->entries_;
    if (is_void(*entry)) continue;
    entry->wakeup->soon_ = false;
    batch_.push_back(*entry);
  }
  soon_.clear();
}

/// Advances to the next delta cycle of the agenda, if it comes before anything of the kernel; the
/// time is then that of the delta cycle.
bool Agenda::moves_on() {
  const Ticks now = now_ticks();
  // Requests for the next delta belong to the current time, even if it is the end.
  const Ticks next = soon_.empty() ? first_date() : now;
  return (next < end_ || (next == now && end_ != 0)) && moves_to(next);
}

bool Agenda::passes_to(Ticks at) {
  if (at >= end_ || first_entry() <= at || served_ < batch_.size() || !soon_.empty()) return false;
  if (!moves_to(at)) return false;
  ++own_moments_;
  return true;
}

/// Returns now if the kernel has ready processes, updates or deltas. This is what
/// sc_time_to_pending_activity() computes, without its sums and differences of times.
Ticks Agenda::kernel_acts_at() const {
  if (kernel_.pending_activity_at_current_time()) return now_ticks();
  sc_core::sc_time next;
  return kernel_.next_time(next) ? next.value() : kNever;
}

/// Fails if the kernel was stopped, or has something to do at or before `at`.
bool Agenda::moves_to(Ticks at) {
  if (kernel_.sim_status() != sc_core::SC_SIM_OK) return false;
  if (kernel_acts_at() <= at) return false;
  // This is the kernel's own variable, which is not const. Nothing else in the kernel depends on
  // how the time was changed.
  const_cast<sc_core::sc_time&>(detail::kernel_time) = to_time(at);
  return true;
}

void Agenda::ask_kernel() {
  const Ticks now = now_ticks();
  const Ticks next = soon_.empty() ? first_date() : now;
  if (next == asked_) return;
  // A later time does not replace the earlier one that the kernel has, so the event is cancelled
  // first.
  if (next > asked_) event_.cancel();
  asked_ = next;
  if (next != kNever) event_.notify(to_time(next > now ? next - now : 0));
}

}  // namespace gf::core
