// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "core/time/clock_domain.h"
#include "hw/router/journal_end.h"
#include "hw/router/nodes.h"

namespace gf::hw::router {

/// Reports to the hop journal how packets leave their nodes and where they end, like RouterJournal.
/// A flow is a pair of nodes, "flow 3->17"; answers to its packets are "replies 17->3".
class NodesJournal final : public SinkJournal {
 public:
  explicit NodesJournal(Nodes& nodes);

  void before(core::Cycle now);  ///< Call it before any node sends in this cycle.
  [[nodiscard]] std::string title(unsigned port) const override;

 private:
  struct Node : SourceFront {
    using SourceFront::SourceFront;
    std::deque<core::Cycle> made;  ///< Birth times of the waiting packets.
  };
  void leaves(unsigned index, unsigned vc, core::Cycle now);
  [[nodiscard]] core::HopJournal::Number flow(core::HopJournal& journal, unsigned index) const;

  Nodes& owner_;
  std::vector<Node> nodes_;
};

}  // namespace gf::hw::router
