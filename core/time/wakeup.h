// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/base/ticks.h"

namespace gf::core {

/// Names a process for a Wakeup: a member function that takes nothing.
template <auto kProcess>
struct Runs {};
/// The same, before all others of its date: a clock, whose cycle sees what happened before it.
template <auto kProcess>
struct RunsFirst {};

/// A process that sleeps until it has something to do, with the one date for which it is asked.
/// Many callers may ask for a time; the earliest wins. The process is called with nothing asked
/// for, in the process of the kernel that the agenda has for all of them (core/time/agenda.h),
/// which also says who is called first of those of one date: it must not wait.
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

  /// Wakes the process at `at`, or at once (next delta) when that has passed.
  void at(Ticks at) {
    if (at < pending_) ask(at);
  }
  /// There is nothing to wake for any more: no event keeps the run going.
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
  std::uint32_t asked_ = 0;    ///< Number of what was asked for last; earlier entries are void.
  std::uint32_t entries_ = 0;  ///< In the agenda, void ones too.
  const std::uint32_t order_;  ///< Among those of one date; the least is called first.
  bool soon_ = false;          ///< Its entry is for the next delta.
};

}  // namespace gf::core
