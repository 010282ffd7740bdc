// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "hw/router/routing_if.h"
#include "tlm_models/topology/network/router_graph.h"

namespace gf::hw::router {

/// The way of least latency through any network of routers: the sum of its channels'; of several
/// the one with the fewest channels, then by the lowest port. One way a pair.
///
/// Virtual channel = channels crossed so far. It rises with each step, so that no waits close a
/// circle, whatever the network: as many as the longest way between nodes has channels.
class ShortestRouting final : public RoutingIf {
 public:
  /// `latency`: of a channel that has none of its own, in cycles. `graph` outlives the routing.
  ShortestRouting(const model::RouterGraph& graph, unsigned latency);

  [[nodiscard]] unsigned vcs() const override { return vcs_; }
  [[nodiscard]] Reach reach() const override { return Reach::kNothing; }
  void decide(Flit& head, unsigned, const CongestionIf&) override { head.minimal = true; }
  [[nodiscard]] Hop next(Flit& head, unsigned router) const override;

 private:
  /// Latency, then channels.
  using Cost = std::pair<unsigned, unsigned>;
  void find_ways_to(unsigned last);
  [[nodiscard]] Cost behind(const Cost& cost, const model::RouterPort& port) const;

  const model::RouterGraph& graph_;
  const unsigned latency_;
  unsigned vcs_ = 1;
  std::vector<std::uint8_t> ports_;  ///< Last router x router: port towards the last.
};

}  // namespace gf::hw::router
