// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/base/ticks.h"

namespace gf::core {

/// Names the process of a Wakeup: a member function without arguments.
template <auto kProcess>
struct Runs {};
/// Like Runs, but called before all others of the same time. For a clock: its cycle then sees what
/// happened before it.
template <auto kProcess>
struct RunsFirst {};

/// A process that sleeps until it has something to do, and the time at which it is called next.
/// Many callers may request a time; the earliest wins. When the process is called no request is
/// pending. It runs in the agenda's process of the kernel, so it must not wait. The agenda also
/// defines the order of calls at the same time (core/time/agenda.h).
///   core::Wakeup wakeup_{this, core::Runs<&Egress::serve>{}};
class Wakeup {
 public:
  template <class Owner, auto kProcess>
  Wakeup(Owner* owner, Runs<kProcess>)
      : Wakeup(
            owner, [](void* who) { (static_cast<Owner*>(who)->*kProcess)(); }, kOthers) {}
  template <class Owner, auto kProcess>
  Wakeup(Owner* owner, RunsFirst<kProcess>)
      : Wakeup(
            owner, [](void* who) { (static_cast<Owner*>(who)->*kProcess)(); }, kFirst) {}
  Wakeup(const Wakeup&) = delete;
  Wakeup& operator=(const Wakeup&) = delete;
  ~Wakeup();

  /// Wakes the process at `at`, or at once (next delta) if that has passed.
  void at(Ticks at) {
    if (at < pending_) ask(at);
  }
  /// Withdraws the request, so that no event for it keeps the run going.
  void cancel();
  [[nodiscard]] Ticks pending() const { return pending_; }  ///< kNever: asleep.

 private:
  friend class Agenda;
  static constexpr std::uint32_t kFirst = 0;
  static constexpr std::uint32_t kOthers = 1u << 31;
  Wakeup(void* owner, void (*process)(void*), std::uint32_t first_order);
  void ask(Ticks at);
  void run() {
    pending_ = kNever;
    process_(owner_);
  }

  void* const owner_;
  void (*const process_)(void*);
  Ticks pending_ = kNever;
  std::uint32_t asked_ = 0;    ///< Number of the last request; earlier entries are void.
  std::uint32_t entries_ = 0;  ///< Entries in the agenda, void ones included.
  const std::uint32_t order_;  ///< Order among those of the same time; the least is called first.
  bool soon_ = false;          ///< Its entry is for the next delta.
};

}  // namespace gf::core
