// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "core/time/clock_domain.h"
#include "hw/router/journal_end.h"
#include "hw/router/nodes.h"

namespace gf::hw::router {

/// Reports to the hop journal how packets leave their nodes and where they end, like RouterJournal.
/// A flow is a pair of nodes, "flow 3->17"; answers to its packets are "replies 17->3".
class NodesJournal final : public JournalEnd {
 public:
  explicit NodesJournal(Nodes& nodes);

  void before(core::Cycle now);  ///< Call it before any node sends in this cycle.

  void note_comes(unsigned port, unsigned vc, const FlitNote& note, bool tail,
                  core::Cycle at) override;
  [[nodiscard]] ReceiveBuffer buffer(unsigned, unsigned) const override { return {}; }
  [[nodiscard]] std::string title(unsigned port) const override;

 private:
  struct Node : FrontWaits {
    std::deque<core::Cycle> made;  ///< Birth times of the waiting packets.
    std::uint64_t packets = 0;     ///< Sent, or being sent.
    std::uint64_t flit = 0;        ///< Index of the next flit of the front packet.
  };
  [[nodiscard]] Block why_not(unsigned index, unsigned vc) const;
  void leaves(unsigned index, unsigned vc, core::Cycle now);
  [[nodiscard]] core::HopJournal::Number flow(core::HopJournal& journal, unsigned index) const;

  Nodes& owner_;
  const core::Ticks period_;
  std::vector<Node> nodes_;
};

}  // namespace gf::hw::router
