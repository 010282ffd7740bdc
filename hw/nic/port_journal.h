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

/// Tells the journal of hops how flits leave a card's port and where packets end, as
/// router::NodesJournal does for nodes; and the journal of copies how segments leave. Packets are
/// of their copy's flow; of no copy: of "flow 3->17", by the numbers of the ports.
class PortJournal final : public router::JournalEnd {
 public:
  explicit PortJournal(FlitPort& port) : port_(port) {}

  /// The segment at the front has no credit for its next flit.
  void no_credit(unsigned vc, core::Cycle now);
  /// A flit of it has left now; the packet's key.
  std::uint64_t sent(const Segment& segment, const router::Flit& flit, core::Cycle now);

  void note_comes(unsigned port, unsigned vc, const router::FlitNote& note, bool tail,
                  core::Cycle at) override;
  [[nodiscard]] router::Buffer buffer(unsigned, unsigned) const override { return {}; }
  [[nodiscard]] std::string title(unsigned port) const override;

 private:
  [[nodiscard]] core::HopJournal::Number flow(core::HopJournal& journal,
                                              const Segment& segment) const;
  /// When the segment's head could leave, had none been before it.
  [[nodiscard]] core::Cycle could() const;

  FlitPort& port_;
  router::FrontWaits front_;
  std::uint64_t packets_ = 0;
  std::uint64_t flit_ = 0;   ///< Of the packet at the front: the next one.
  core::Cycle arrived_ = 0;  ///< Of the packet at the front.
};

}  // namespace gf::hw::nic
