// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "workloads/traffic/traffic_if.h"

namespace gf::model {

/// Each destination is equally likely, including the sender, as in BookSim2.
class UniformTraffic final : public TrafficIf {
 public:
  explicit UniformTraffic(unsigned nodes) : nodes_(nodes) {}
  unsigned destination(unsigned, core::RandomStream& random) const override {
    return static_cast<unsigned>(random.below(nodes_));
  }

 private:
  const unsigned nodes_;
};

/// Worst case of a dragonfly: a random node of the next group ([DF08], evaluation).
class NextGroupTraffic final : public TrafficIf {
 public:
  NextGroupTraffic(unsigned nodes, unsigned nodes_per_group)
      : nodes_(nodes), nodes_per_group_(nodes_per_group) {}
  unsigned destination(unsigned src, core::RandomStream& random) const override {
    const unsigned group = src / nodes_per_group_ + 1;
    const auto node = static_cast<unsigned>(random.below(nodes_per_group_));
    return (group * nodes_per_group_ + node) % nodes_;
  }

 private:
  const unsigned nodes_;
  const unsigned nodes_per_group_;
};

/// One fixed destination per source: bit complement, transpose, tornado, shuffle, a random
/// permutation.
class FixedTraffic final : public TrafficIf {
 public:
  explicit FixedTraffic(std::vector<unsigned> destinations)
      : destinations_(std::move(destinations)) {}
  unsigned destination(unsigned src, core::RandomStream&) const override {
    return destinations_[src];
  }

 private:
  const std::vector<unsigned> destinations_;
};

/// A share `part` of all packets goes to one node, the rest is uniform.
class HotspotTraffic final : public TrafficIf {
 public:
  HotspotTraffic(unsigned nodes, unsigned hot, double part)
      : uniform_(nodes), hot_(hot), part_(part) {}
  unsigned destination(unsigned src, core::RandomStream& random) const override {
    return random.uniform() < part_ ? hot_ : uniform_.destination(src, random);
  }

 private:
  const UniformTraffic uniform_;
  const unsigned hot_;
  const double part_;
};

/// Returns the destination of each node for the patterns with one destination per source. They are
/// functions of the node's number n and the number of nodes N, and do not depend on the network's
/// shape.
/// bitcomp: N - 1 - n. If N is a power of two this is the complement of each bit of n.
/// transpose: for N = s x s nodes, swaps row n / s and column n mod s. If N is a power of four this
/// swaps the upper and the lower half of n's bits. Throws UserError if N is not a square.
/// tornado: n + ceil(N / 2) - 1 mod N, just less than half way around a ring of all nodes; not
/// applied by dimension.
/// shuffle: 2 n mod (N - 1), and the last node to itself. If N is a power of two this rotates n's
/// bits left by one. Throws UserError if N is odd, since it shuffles two halves into each other.
/// permutation: drawn from `seed`, all permutations equally likely; a node may be its own
/// destination.
std::vector<unsigned> fixed_destinations(const std::string& pattern, unsigned nodes,
                                         std::uint64_t seed);

}  // namespace gf::model
