// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <systemc>
#include <vector>

#include "core/base/ticks.h"
#include "core/time/wakeup.h"

namespace gf::core {

/// The queue of all Wakeups, served by one process of the kernel. A timed event of the kernel
/// allocates a notification, passes through the kernel's phases, and queues and calls a process.
/// That is most of the cost of a short process. Here it is paid once for all Wakeups that follow
/// each other with no other activity in between.
///
/// Order: at one time, clocks are called first, then processes in the order of their construction.
/// Two processes of one node thus act in the same order whatever other nodes request, here or in
/// another rank. Processes requested for the current time act in the next delta, the last requested
/// first. Events of the kernel are in another queue: if one of them and a Wakeup have the same
/// time, either may act first.
/// Time: within run_until() the agenda itself advances the kernel's time to its next entry. It does
/// not if the kernel has an earlier or simultaneous event, has a ready process, or was stopped.
/// Models read the time and notify events as usual. Outside run_simulation(), run_until() is never
/// called, and every wake-up costs a kernel event.
/// There is one simulation per process.
class Agenda {
 public:
  static Agenda& instance();

  /// Allows entries before `end` to be served without the kernel from now on. 0: none.
  void run_until(Ticks end) { end_ = end; }
  /// Called by the process being served. Returns true if nothing else acts up to and including
  /// `at`, which lies ahead. The time is then `at`, and the process continues as if it had been
  /// woken for it.
  [[nodiscard]] bool passes_to(Ticks at);
  /// Pauses the simulation after the current delta cycle.
  void pause();
  /// Returns the first time at which anything acts, in the kernel or here; now, if something is
  /// ready; kNever, if nothing is requested.
  [[nodiscard]] Ticks next_activity();
  /// Delta cycles so far in which something acted, including those that the kernel did not see.
  [[nodiscard]] std::uint64_t delta_count() const {
    return sc_core::sc_delta_count() + own_moments_;
  }

 private:
  friend class Wakeup;
  struct Entry {
    Ticks at;
    Wakeup* wakeup;
    std::uint32_t number;
    std::uint32_t order;  ///< Rank of the Wakeup among those of the same time.

    [[nodiscard]] bool before(const Entry& other) const {
      return at < other.at || (at == other.at && order < other.order);
    }
  };
  Agenda();
  void add(Ticks at, Wakeup& who);
  void add_soon(Wakeup& who);
  void dropped();  ///< Called when an entry has become void.
  void forget(const Wakeup& who);

  static bool is_void(const Entry& entry);
  void insert(const Entry& entry);
  Entry extract();
  void fill();  ///< Fills the place of an extracted entry, if it is still free.
  void sink(const Entry& entry);
  /// Returns the first time of all entries, void ones included; kNever: no entries.
  [[nodiscard]] Ticks first_entry() const {
    if (!first_is_free_) return dates_.empty() ? kNever : dates_.front().at;
    const std::size_t size = dates_.size();
    const Ticks left = size > 1 ? dates_[1].at : kNever;
    return size > 2 ? std::min(left, dates_[2].at) : left;
  }
  [[nodiscard]] Ticks first_date();  ///< Of valid entries; kNever: none.
  void serve();                      ///< The kernel's process calls it.
  void serve_moment();
  void take_soon();
  [[nodiscard]] bool moves_on();
  [[nodiscard]] bool moves_to(Ticks at);
  [[nodiscard]] Ticks kernel_acts_at() const;  ///< kNever: not at all.
  void ask_kernel();

  sc_core::sc_simcontext& kernel_;
  sc_core::sc_event event_;
  Ticks asked_ = kNever;  ///< Time of the kernel's event.
  Ticks end_ = 0;
  bool serving_ = false;
  std::vector<Entry> dates_;    ///< A heap.
  bool first_is_free_ = false;  ///< The heap's first place is free; the process being served mostly
                                ///< asks again and takes it.
  std::vector<Entry> soon_;     ///< In the next delta.
  std::vector<Entry> batch_;    ///< Processes of the delta cycle being served, in order.
  std::size_t served_ = 0;      ///< How many of `batch_` have been called.
  std::uint64_t own_moments_ = 0;
};

}  // namespace gf::core
