// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/stats/stats.h"
#include "core/time/clock_domain.h"

namespace gf::hw::router {

/// For which output ports of a router the heads of its input queues and all flits of its output
/// queues wait, and why, in cycles: of several that wait at once each counts. A router has it only
/// while somebody watches.
/// The causes: kNoCredit; kArbitrationLost, the allocator preferred another head or another packet
/// holds the virtual channel; kLinkBusy, the channel is busy or its output queue full. Of several
/// the first counts that the allocator meets, as in a journal of hops.
class PortWaits {
 public:
  static constexpr std::array kCauses{core::StallCause::kNoCredit, core::StallCause::kLinkBusy,
                                      core::StallCause::kArbitrationLost};

  PortWaits(std::size_t ports, std::size_t input_vcs)
      : fronts_(input_vcs, {core::kNoCycle, core::kNoCycle}), cycles_(ports) {}

  /// Waits that were noted in the last cycle of the router lasted until `now`.
  void begin(core::Cycle now) {
    if (!waiting_.empty()) {
      book(now);
      waiting_.clear();
    }
    before_ = since_;
    since_ = booked_ = now;
  }
  /// The flit that came at `at` is still, or now, at the front as this cycle ends. True: it was as
  /// the cycle began, too, and has asked for its output. Else the one that was has left, which was
  /// noted as the router's cycle before ended. No other flit of that virtual channel came at `at`.
  bool note_front(unsigned input_vc, core::Cycle at) {
    Front& front = fronts_[input_vc];
    const bool came = front.noted == before_ && front.at != at;
    front = {at, since_};
    return !came;
  }
  /// `flits` wait from this cycle on, until the next one of the router.
  void wait(unsigned port, core::StallCause cause, std::uint64_t flits) {
    waiting_.push_back({port, cause, flits});
  }

  /// Has cycles() count until `now`, which may lie behind the last cycle of the router.
  void book_until(core::Cycle now) {
    if (now > booked_) book(now);
  }
  /// Cycles that flits have waited so far, where it stays.
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
    core::Cycle at;     ///< When it came,
    core::Cycle noted;  ///< and the cycle of the router at whose end it was the front.
  };
  void book(core::Cycle now);

  std::vector<Front> fronts_;  ///< By input virtual channel: the one noted last.
  std::vector<Waiting> waiting_;
  core::Cycle booked_ = 0;               ///< What is in waiting_ is in cycles_ until here.
  core::Cycle since_ = 0;                ///< The last cycle of the router,
  core::Cycle before_ = core::kNoCycle;  ///< and the one before.
  std::vector<core::StallTimes> cycles_;
};

}  // namespace gf::hw::router
