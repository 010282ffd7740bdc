// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tlm_models/topology/nvlink/nvlink_routes.h"

namespace gf::model {

/// Upper bounds of the traffic on an NvlinkGraph, without packet overhead; each direction of a link
/// has half of its lanes. Tests compare the hardware with these bounds; the hardware never uses
/// them.
class NvlinkBounds {
 public:
  /// Packets of a pair are distributed evenly over its routes.
  explicit NvlinkBounds(const NvlinkGraph& graph) : graph_(graph), routes_(graph) {}

  /// Rate of one GPU to another without other traffic; 0: there is no route.
  [[nodiscard]] core::ByteRate pair(unsigned from, unsigned to) const;
  /// Capacity of the smallest cut between GPUs `from` and all others: the most that they can send
  /// to the others over the best possible routes (a maximum flow).
  [[nodiscard]] core::ByteRate cut(const std::vector<unsigned>& from) const;
  /// Rate of the first half of the GPUs to the second half.
  [[nodiscard]] core::ByteRate bisection() const;
  /// Rate of each GPU when every GPU sends equally to all GPUs that it reaches, over the actual
  /// routes. The busiest direction of a link limits it.
  [[nodiscard]] core::ByteRate all_to_all() const;
  /// Time that the busiest direction of a link takes, in seconds, when each GPU sends a byte to
  /// every other GPU that it reaches; 0: there is no such pair.
  [[nodiscard]] double all_to_all_seconds() const;
  /// True if packets from one GPU to the other go over NVLink.
  [[nodiscard]] bool reaches(unsigned from, unsigned to) const {
    return from != to && routes_.reaches(from, to);
  }

 private:
  /// Adds `share` to each direction of a link on the routes from `at` to `to`.
  void load(const NvlinkGraph::End& at, unsigned to, double share, std::vector<double>& loads,
            unsigned hops) const;
  [[nodiscard]] std::vector<double> loads_of(unsigned from, unsigned to) const;
  [[nodiscard]] double rate(std::size_t channel) const;

  const NvlinkGraph graph_;
  const NvlinkRoutes routes_;
};

}  // namespace gf::model
