// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace gf::model {

/// How a thread block of one rank gives data to that of another.
enum class RankWay : std::uint8_t {
  kPeer,     ///< It stores into the memory of the other rank's GPU.
  kHost,     ///< It stores into host memory near the other rank, whose block reads there.
  kNetwork,  ///< It stores into memory of its node, and cards carry it on.
};

/// The ways between ranks.
struct RankWays {
  std::vector<unsigned> node_of;                         ///< By rank; empty: all are on one node.
  std::set<std::pair<unsigned, unsigned>> through_host;  ///< Pairs that are no peers on their node.

  [[nodiscard]] RankWay between(unsigned from, unsigned to) const {
    if (!node_of.empty() && node_of[from] != node_of[to]) return RankWay::kNetwork;
    return through_host.count({from, to}) != 0 ? RankWay::kHost : RankWay::kPeer;
  }
};

}  // namespace gf::model
