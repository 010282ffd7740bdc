// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tlm_models/topology/nvlink/nvlink_routes.h"

namespace gf::model {

/// What an NvlinkGraph can carry at most, each direction of a link with half of its lanes, before
/// the overhead of packets. Bounds of arithmetic: hardware is held against them, and holds none.
class NvlinkBounds {
 public:
  /// Packets of a pair take its ways in equal shares.
  explicit NvlinkBounds(const NvlinkGraph& graph) : graph_(graph), routes_(graph) {}

  /// From one GPU to another, alone; 0: there is no way.
  [[nodiscard]] core::ByteRate pair(unsigned from, unsigned to) const;
  /// The least that all links from `from` and into its complement carry: what GPUs `from` can send
  /// to all others over the best routes there could be (a maximum flow).
  [[nodiscard]] core::ByteRate cut(const std::vector<unsigned>& from) const;
  /// Of the first half of the GPUs against the second.
  [[nodiscard]] core::ByteRate bisection() const;
  /// What a GPU can send when each GPU sends as much to every other GPU that it reaches, by the
  /// routes that there are: limited by the busiest direction of a link.
  [[nodiscard]] core::ByteRate all_to_all() const;
  /// How long the busiest direction of a link takes, in seconds, when each GPU sends a byte to
  /// every other GPU that it reaches; 0: there is no such pair.
  [[nodiscard]] double all_to_all_seconds() const;
  /// Whether packets from one GPU to another one go over NVLink.
  [[nodiscard]] bool reaches(unsigned from, unsigned to) const {
    return from != to && routes_.reaches(from, to);
  }

 private:
  /// Adds `share` to each direction of a link that packets from `at` to `to` take.
  void load(const NvlinkGraph::End& at, unsigned to, double share, std::vector<double>& loads,
            unsigned hops) const;
  [[nodiscard]] std::vector<double> loads_of(unsigned from, unsigned to) const;
  [[nodiscard]] double rate(std::size_t channel) const;

  const NvlinkGraph graph_;
  const NvlinkRoutes routes_;
};

}  // namespace gf::model
