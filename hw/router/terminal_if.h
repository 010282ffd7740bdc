// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hw/router/output_port.h"

namespace gf::hw::router {

/// What hangs at a terminal port of a router: one of some Nodes, a card's port. `index`: which of
/// those that hang at the router, by its port.
class TerminalIf : public FlitSink {
 public:
  /// What it sends goes to port `sink_port` of `sink`, which has `buffer` flits a virtual channel.
  virtual void connect(unsigned index, FlitSink& sink, unsigned sink_port,
                       const ChannelTiming& timing, unsigned buffer, unsigned vcs,
                       const std::string& peer) = 0;
  /// Where the router returns the credits of what it sends.
  [[nodiscard]] virtual OutputPort& output(unsigned index) = 0;
  /// Flits a virtual channel that it can hold; 0: it always has room, and returns no credit.
  [[nodiscard]] virtual unsigned buffer() const { return 0; }
  /// Where it returns the credits of what comes, which take `latency` cycles to get there.
  virtual void connect_back(unsigned /*index*/, OutputPort& /*source*/, unsigned /*latency*/) {}
};

}  // namespace gf::hw::router
