// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/router/routing_if.h"
#include "tlm_models/topology/router_graph.h"

namespace gf::hw::router {

/// The way with the fewest channels through any network of routers; of several the one by the
/// lowest port. One way a pair.
///
/// Virtual channel = channels crossed so far. It rises with each step, so that no waits close a
/// circle, whatever the network: as many as the longest way between nodes has channels.
class ShortestRouting final : public RoutingIf {
 public:
  explicit ShortestRouting(const model::RouterGraph& graph);  ///< `graph` outlives the routing.

  [[nodiscard]] unsigned vcs() const override { return vcs_; }
  void decide(Flit& head, unsigned, const CongestionIf&) override { head.minimal = true; }
  [[nodiscard]] Hop next(Flit& head, unsigned router) const override;

 private:
  void find_ways_to(unsigned last);

  const model::RouterGraph& graph_;
  unsigned vcs_ = 1;
  std::vector<std::uint8_t> ports_;  ///< Last router x router: port towards the last.
};

}  // namespace gf::hw::router
