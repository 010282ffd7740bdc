// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "workloads/traffic/traffic_if.h"

namespace gf::model {

/// Any node with equal chance, the sender included, as in BookSim2.
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

/// One destination a source: bit complement, transpose, tornado, shuffle, a random permutation.
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

/// A part of all packets goes to one node, the rest is uniform.
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

/// Destinations of the patterns that have one a source. All are functions of the number n of a node
/// and of how many nodes N there are; the shape of the network is no part of them.
/// bitcomp: N - 1 - n, for a power of two the complement of each bit of n.
/// transpose: of s x s = N nodes, row n / s and column n mod s swapped; for a power of four the
/// upper and the lower half of n's bits. Throws UserError where N is no square.
/// tornado: n + ceil(N / 2) - 1 mod N, just less than half way around a ring of all nodes; not by
/// dimension.
/// shuffle: 2 n mod (N - 1), and the last node to itself; for a power of two n's bits rotated left
/// by one. Throws UserError where N is odd, as two halves are shuffled into each other.
/// permutation: drawn from `seed`, each as likely; a node may be its own destination.
std::vector<unsigned> fixed_destinations(const std::string& pattern, unsigned nodes,
                                         std::uint64_t seed);

}  // namespace gf::model
