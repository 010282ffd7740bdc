// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tlm_models/topology/nvlink/nvlink_graph.h"

namespace gf::model {

/// Routes of packets on an NvlinkGraph. From GPU to GPU they are:
///   - their direct links, if there are any: all of them, bonded;
///   - else the routes with the fewest switches, over every link of the source GPU on which one
///     begins: a GPU on k planes of switches has k routes;
///   - else the relay that the graph names, over the GPU's routes to it;
///   - else none.
/// A switch sends packets for GPU d over its links to d, if it has any, and always over the same
/// one for an input. Otherwise it uses one of its ports on a shortest route: number d modulo their
/// count. Either way packets of an input to a destination use one port and keep their order.
/// The port selects among a GPU's routes (hw/nvlink/end/nvlink_port.h). A response returns on the
/// link on which its request arrived.
class NvlinkRoutes {
 public:
  /// Throws UserError if a relay has no link, or its pair needs no relay.
  explicit NvlinkRoutes(const NvlinkGraph& graph);

  /// Returns the ports over which `node` sends packets for `gpu`; empty: no route. For a switch
  /// without links to that GPU it is a single port.
  [[nodiscard]] const std::vector<unsigned>& ways(unsigned node, unsigned gpu) const {
    return ways_[node * graph_.gpus() + gpu];
  }
  [[nodiscard]] bool reaches(unsigned from, unsigned to) const { return !ways(from, to).empty(); }
  /// The groups of ports by which a GPU sends packets, so that no port is in two groups.
  struct PeerWays {
    std::vector<unsigned> of_peer;  ///< By GPU: its group; 0 for GPUs that are not reached.
    unsigned count = 0;             ///< Of groups.
  };
  [[nodiscard]] PeerWays peer_ways(unsigned gpu) const;
  /// Returns the ordered pairs of GPUs without a route.
  [[nodiscard]] std::vector<std::pair<unsigned, unsigned>> unreachable() const;

  /// Returns the nodes from `from` to `to` on route `way` of `from`, both included; later GPUs use
  /// their first route. Throws UserError if it does not end there.
  [[nodiscard]] std::vector<unsigned> path(unsigned from, unsigned to, unsigned way = 0) const;

  /// Throws UserError if a route of requests or of their responses does not end, or if their
  /// channels wait for each other in a cycle; the error names it. Requests and responses are
  /// checked separately: each credit class has its own buffers, and responses wait only for
  /// responses.
  void check() const;
  /// Throws UserError naming the first pair without a route; `needed_by` says who needs all pairs.
  void require_all(const std::string& needed_by) const;
  /// Throws UserError when `from` cannot reach `to`.
  void require(unsigned from, unsigned to, const std::string& needed_by) const;

 private:
  using Distances = std::vector<unsigned>;
  [[nodiscard]] Distances distances_to(unsigned gpu) const;
  void route_to(unsigned gpu);
  void add_relays();
  std::vector<unsigned>& ways_of(unsigned node, unsigned gpu) {
    return ways_[node * graph_.gpus() + gpu];
  }

  const NvlinkGraph graph_;
  std::vector<std::vector<unsigned>> ways_;  ///< By node and GPU.
};

/// Adds a relay for each pair of GPUs without a route: of the GPUs linked to both, the one whose
/// number is nearest to the sender's. Throws UserError if a pair has none.
NvlinkGraph with_relays(NvlinkGraph graph);

}  // namespace gf::model
