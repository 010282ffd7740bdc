// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/stats/stats.h"
#include "core/time/clock_domain.h"

namespace gf::hw::router {

/// Counts how long flits wait for each output port of a router, and why, in cycles. It counts the
/// heads of input queues and all flits of output queues; flits that wait at the same time each
/// count. A router has it only while someone observes it.
/// Causes: kNoCredit; kArbitrationLost (the allocator preferred another head, or another packet
/// holds the virtual channel); kLinkBusy (the channel is busy, or its output queue is full). If
/// several apply, the first one the allocator meets counts, as in a hop journal.
class PortWaits {
 public:
  static constexpr std::array kCauses{core::StallCause::kNoCredit, core::StallCause::kLinkBusy,
                                      core::StallCause::kArbitrationLost};

  PortWaits(std::size_t ports, std::size_t input_vcs)
      : fronts_(input_vcs, {core::kNoCycle, core::kNoCycle}), cycles_(ports) {}

  /// Books the waits noted in the router's previous cycle, which lasted until `now`.
  void begin(core::Cycle now) {
    if (!waiting_.empty()) {
      book(now);
      waiting_.clear();
    }
    before_ = since_;
    since_ = booked_ = now;
  }
  /// Notes that the flit that came at `at` is at the front when this cycle ends. Returns true if it
  /// was there when the cycle began too, and so has asked for its output. Returns false if another
  /// flit was noted in the router's previous cycle and has left. `at` identifies a flit, because no
  /// other flit of that virtual channel came in the same cycle.
  bool note_front(unsigned input_vc, core::Cycle at) {
    Front& front = fronts_[input_vc];
    const bool came = front.noted == before_ && front.at != at;
    front = {at, since_};
    return !came;
  }
  /// Notes that `flits` flits wait from this cycle until the router's next one.
  void wait(unsigned port, core::StallCause cause, std::uint64_t flits) {
    waiting_.push_back({port, cause, flits});
  }

  /// Makes cycles() include waits until `now`, which may lie after the router's last cycle.
  void book_until(core::Cycle now) {
    if (now > booked_) book(now);
  }
  /// Returns a reference, which stays valid, to the cycles that flits have waited so far.
  [[nodiscard]] const std::uint64_t& cycles(unsigned port, core::StallCause cause) const {
    return cycles_[port].ticks[static_cast<std::size_t>(cause)];
  }

 private:
  struct Waiting {
    unsigned port;
    core::StallCause cause;
    std::uint64_t flits;
  };
  struct Front {
    core::Cycle at;     ///< When the flit came.
    core::Cycle noted;  ///< The router's cycle at whose end it was the front.
  };
  void book(core::Cycle now);

  std::vector<Front> fronts_;  ///< By input virtual channel: the latest noted front.
  std::vector<Waiting> waiting_;
  core::Cycle booked_ = 0;               ///< Waits in waiting_ are booked until here.
  core::Cycle since_ = 0;                ///< The router's latest cycle.
  core::Cycle before_ = core::kNoCycle;  ///< The cycle before it.
  std::vector<core::StallTimes> cycles_;
};

}  // namespace gf::hw::router
