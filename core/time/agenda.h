// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <systemc>
#include <vector>

#include "core/base/ticks.h"
#include "core/time/wakeup.h"

namespace gf::core {

/// The dates of all Wakeups, which are served by one process of the kernel: what a timed event of
/// the kernel costs (a notification that is allocated, a pass through its phases, a process that is
/// queued and called) is most of what a short process does, and is paid once for all that follow
/// each other without anybody else between them.
///
/// Order: of the processes of one date clocks are called first, then the one that was made first,
/// so that two of one node act in the same order whatever other nodes ask for, be they simulated
/// here or by another rank. Those that are asked for at once act in the next delta, the last one
/// first. Events of the kernel's own lie in another queue: of one of them and a Wakeup at the same
/// date either may act first.
/// Time: within run_until() it moves the kernel's time on to its next date itself, unless the
/// kernel has an event of its own before that or then, a process that is ready, or was stopped.
/// Models read the time and notify events as without it. Outside run_simulation(), run_until() is
/// never called, and every wake-up costs a kernel event.
/// A process has one simulation.
class Agenda {
 public:
  static Agenda& instance();

  /// From here on dates before `end` may be served without the kernel. 0: none.
  void run_until(Ticks end) { end_ = end; }
  /// For the process that is served: whether nobody else acts before `at`, which lies ahead, or
  /// then. Time is `at` from here on, and the process goes on as if it had been woken for that.
  [[nodiscard]] bool passes_to(Ticks at);
  /// Ends the run when the rest of this moment has acted.
  void pause();
  /// First date at which anything acts, of the kernel or here; now, if something is ready. kNever:
  /// nothing is asked for.
  [[nodiscard]] Ticks next_activity();
  /// Moments so far in which something acted, as the kernel counts its delta cycles.
  [[nodiscard]] std::uint64_t moments() const { return sc_core::sc_delta_count() + own_moments_; }

 private:
  friend class Wakeup;
  struct Entry {
    Ticks at;
    Wakeup* who;
    std::uint32_t number;
    std::uint32_t order;  ///< Of the Wakeup among those of one date.

    [[nodiscard]] bool before(const Entry& other) const {
      return at < other.at || (at == other.at && order < other.order);
    }
  };
  Agenda();
  void add(Ticks at, Wakeup& who);
  void add_soon(Wakeup& who);
  void dropped();  ///< An entry has become void.
  void forget(const Wakeup& who);

  static bool is_void(const Entry& entry);
  void insert(const Entry& entry);
  Entry extract();
  void fill();  ///< The place of an entry that was extracted, if it is still free.
  void sink(const Entry& entry);
  /// Of all entries, void ones too; kNever: none.
  [[nodiscard]] Ticks first_entry() const {
    if (!first_is_free_) return dates_.empty() ? kNever : dates_.front().at;
    const std::size_t size = dates_.size();
    const Ticks left = size > 1 ? dates_[1].at : kNever;
    return size > 2 ? std::min(left, dates_[2].at) : left;
  }
  [[nodiscard]] Ticks first_date();  ///< kNever: none.
  void serve();                      ///< The kernel's process.
  void serve_moment();
  void take_soon();
  [[nodiscard]] bool moves_on();
  [[nodiscard]] bool moves_to(Ticks at);
  [[nodiscard]] Ticks kernel_acts_at() const;  ///< kNever: not at all.
  void ask_kernel();

  sc_core::sc_simcontext& kernel_;
  sc_core::sc_event event_;
  Ticks asked_ = kNever;  ///< When the kernel's event is due.
  Ticks end_ = 0;
  bool serving_ = false;
  std::vector<Entry> dates_;    ///< A heap.
  bool first_is_free_ = false;  ///< Of its places: mostly who is served asks again, and takes it.
  std::vector<Entry> soon_;     ///< In the next delta.
  std::vector<Entry> batch_;    ///< Processes of the moment that is served, in their order.
  std::size_t served_ = 0;      ///< Of these.
  std::uint64_t own_moments_ = 0;
};

}  // namespace gf::core
