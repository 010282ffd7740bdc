// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tlm_models/topology/nvlink/nvlink_graph.h"

namespace gf::model {

/// Which way packets go on an NvlinkGraph:
///   - from GPU to GPU by their links, where they have some: all of them, bonded;
///   - else by the fewest switches: by every link of the GPU from which they are that few, so a GPU
///     on k planes of switches has k ways;
///   - else by the relay that the graph names, over the ways of the GPU to it;
///   - else not at all.
/// A switch sends what goes to GPU d by its links to it, where it has some: those of an input by one
/// of them. Else by one of its ports that lie on a shortest way, number d modulo their count. Either
/// way packets of an input to a destination have one port, and keep their order.
/// Which of a GPU's ways a packet takes is the port's business (hw/nvlink/end/nvlink_port.h); a response goes
/// back by the link that its request came by.
class NvlinkRoutes {
 public:
  /// Throws UserError where a relay has no link, or its pair needs none.
  explicit NvlinkRoutes(const NvlinkGraph& graph);

  /// Ports by which `node` sends what goes to `gpu`; empty: there is no way. One for a switch
  /// without links to that GPU.
  [[nodiscard]] const std::vector<unsigned>& ways(unsigned node, unsigned gpu) const {
    return ways_[node * graph_.gpus() + gpu];
  }
  [[nodiscard]] bool reaches(unsigned from, unsigned to) const { return !ways(from, to).empty(); }
  /// Pairs of GPUs without a way, ordered.
  [[nodiscard]] std::vector<std::pair<unsigned, unsigned>> unreachable() const;

  /// Nodes from `from` to `to` by way `way` of the first, both included; later GPUs take their
  /// first way. Throws UserError where it does not end there.
  [[nodiscard]] std::vector<unsigned> path(unsigned from, unsigned to, unsigned way = 0) const;

  /// Throws UserError: a route of requests, or of the responses that go back, does not end, or
  /// their channels wait for each other in a circle, which is named. Each credit class has buffers
  /// of its own, and responses wait for nothing but responses: so requests and responses are held
  /// against this apart.
  void check() const;
  /// Throws UserError naming the first pair without a way; `needed_by` says who wants all pairs.
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

/// Adds a relay for each pair of GPUs that has no way: of the GPUs with a link to both, the one
/// nearest in number to the one that sends. Throws UserError where a pair has none.
NvlinkGraph with_relays(NvlinkGraph graph);

}  // namespace gf::model
