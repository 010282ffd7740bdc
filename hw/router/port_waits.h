// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/clock_domain.h"
#include "core/stats.h"

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
      : asked_(input_vcs, core::kNoCycle), cycles_(ports) {}

  /// Waits that were noted in the last cycle of the router lasted until `now`.
  void begin(core::Cycle now) {
    if (!waiting_.empty()) book(now);
    since_ = now;
  }
  /// The flit at the front, which came at `at`, asks for its output in this cycle. No other flit of
  /// that virtual channel came in the same cycle.
  void ask(unsigned input_vc, core::Cycle at) { asked_[input_vc] = at; }
  [[nodiscard]] bool has_asked(unsigned input_vc, core::Cycle at) const {
    return asked_[input_vc] == at;
  }
  /// `flits` wait from this cycle on, until the next one of the router.
  void wait(unsigned port, core::StallCause cause, std::uint64_t flits) {
    waiting_.push_back({port, cause, flits});
  }

  /// Cycles that flits have waited until `now`, which may lie behind the last cycle of the router.
  [[nodiscard]] std::uint64_t waited(unsigned port, core::StallCause cause, core::Cycle now) const;

 private:
  struct Waiting {
    unsigned port;
    core::StallCause cause;
    std::uint64_t flits;
  };
  void book(core::Cycle now);

  std::vector<core::Cycle> asked_;  ///< By input virtual channel: the flit that asked last.
  std::vector<Waiting> waiting_;
  core::Cycle since_ = 0;
  std::vector<core::StallTimes> cycles_;
};

}  // namespace gf::hw::router
