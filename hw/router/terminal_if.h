// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hw/router/output_port.h"

namespace gf::hw::router {

/// Device at a terminal port of a router: a node of some Nodes, or a port of a card. `index`
/// numbers the device's connections to the router, in the order of their ports.
class TerminalIf : public FlitSink {
 public:
  /// Connects the device's output to port `sink_port` of `sink`, which buffers `buffer` flits per
  /// virtual channel.
  virtual void connect(unsigned index, FlitSink& sink, unsigned sink_port,
                       const ChannelTiming& timing, unsigned buffer, unsigned vcs,
                       const std::string& peer) = 0;
  /// Returns the output port whose flits go to the router; the router returns their credits there.
  [[nodiscard]] virtual OutputPort& output(unsigned index) = 0;
  /// Returns the flits per virtual channel that the device can buffer. 0: it always has room and
  /// returns no credits.
  [[nodiscard]] virtual unsigned buffer() const { return 0; }
  /// Connects the way back for credits of incoming flits: they reach `source` after `latency`
  /// cycles.
  virtual void connect_back(unsigned /*index*/, OutputPort& /*source*/, unsigned /*latency*/) {}
};

}  // namespace gf::hw::router
