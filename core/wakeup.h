// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "core/ticks.h"

namespace gf::core {

/// The one timed event of a process that sleeps until it has something to do. Many callers may ask
/// for a time; the earliest wins. The process calls woken() first.
class Wakeup {
 public:
  explicit Wakeup(const char* name) : event_(name) {}

  /// Wakes the process at `at`, or at once (next delta) when that has passed.
  void at(Ticks at) {
    if (at >= pending_) return;
    pending_ = at;
    const Ticks now = now_ticks();
    event_.notify(to_time(at > now ? at - now : 0));
  }
  void woken() { pending_ = kNever; }
  /// There is nothing to wake for any more: no event keeps the run going.
  void cancel() {
    if (pending_ == kNever) return;
    pending_ = kNever;
    event_.cancel();
  }
  [[nodiscard]] Ticks pending() const { return pending_; }  ///< kNever: asleep.
  [[nodiscard]] const sc_core::sc_event& event() const { return event_; }

 private:
  sc_core::sc_event event_;
  Ticks pending_ = kNever;
};

}  // namespace gf::core
