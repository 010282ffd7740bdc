// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "hw/router/routing_if.h"
#include "tlm_models/topology/network/router_graph.h"

namespace gf::hw::router {

/// Paths of least latency through any network of routers. The latency of a path is the sum over its
/// channels; ties go to the fewest channels, then the lowest port. There is one path per pair.
/// Virtual channel = channels crossed so far. It rises with each step, so waits close no cycle in
/// any network. The number of virtual channels is the number of channels on the longest path
/// between nodes.
class ShortestRouting final : public RoutingIf {
 public:
  /// `latency` is for channels without their own, in cycles. `graph` must outlive the routing.
  ShortestRouting(const model::RouterGraph& graph, unsigned latency);

  [[nodiscard]] unsigned vcs() const override { return vcs_; }
  [[nodiscard]] Reach reach() const override { return Reach::kNothing; }
  void decide(Flit& head, unsigned, const CongestionIf&) override { head.minimal = true; }
  [[nodiscard]] Hop next(Flit& head, unsigned router) const override;

 private:
  /// Latency, then number of channels.
  using Cost = std::pair<unsigned, unsigned>;
  void find_ways_to(unsigned last);
  [[nodiscard]] Cost behind(const Cost& cost, const model::RouterPort& port) const;

  const model::RouterGraph& graph_;
  const unsigned latency_;
  unsigned vcs_ = 1;
  std::vector<std::uint8_t> ports_;  ///< Last router x router: port towards the last router.
};

}  // namespace gf::hw::router
