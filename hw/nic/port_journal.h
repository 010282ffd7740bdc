// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/time/clock_domain.h"
#include "hw/router/flit.h"
#include "hw/router/journal_end.h"

namespace gf::hw::nic {

class FlitPort;
struct Segment;

/// Reports to the hop journal how flits leave a card's port and where packets end, as
/// router::NodesJournal does for nodes. Also reports to the copy journal how segments leave. A
/// packet belongs to its copy's flow, or without a copy to "flow 3->17", named by port numbers.
class PortJournal final : public router::SinkJournal {
 public:
  explicit PortJournal(FlitPort& port);

  /// Notes that the front segment has no credit for its next flit.
  void no_credit(unsigned vc, core::Cycle now);
  /// Notes that a flit of `segment` has left now. Returns the packet's key.
  std::uint64_t sent(const Segment& segment, const router::Flit& flit, core::Cycle now);
  [[nodiscard]] std::string title(unsigned port) const override;

 private:
  [[nodiscard]] core::HopJournal::Number flow(core::HopJournal& journal,
                                              const Segment& segment) const;
  /// Returns when the segment's head could have left if nothing had been before it.
  [[nodiscard]] core::Cycle could() const;

  FlitPort& port_;
  router::SourceFront front_;
  core::Cycle arrived_ = 0;  ///< When the front packet arrived.
};

}  // namespace gf::hw::nic
