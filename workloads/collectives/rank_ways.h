// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace gf::model {

struct MachinePlan;

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
  /// Ranks whose memories hold what a rank sends by a NIC of its node: one that is next to the NIC,
  /// or the rank itself if it reaches none over NVLink. By rank, and NIC as in MachinePlan::nics().
  std::vector<std::vector<unsigned>> senders;

  [[nodiscard]] RankWay between(unsigned from, unsigned to) const {
    if (!node_of.empty() && node_of[from] != node_of[to]) return RankWay::kNetwork;
    return through_host.count({from, to}) != 0 ? RankWay::kHost : RankWay::kPeer;
  }
};

/// Returns the ways on a machine whose GPUs are the ranks, or between the nodes of its network.
/// GPUs are peers as far as the machine's file says by p2p or p2p_level. By default they are over
/// NVLink and PCIe switches, and over CPUs of AMD if there are at most two GPUs (NCCL 2.30,
/// src/graph/paths.cc); or all, on a machine that states no `memory` to go through. Without a
/// machine, or with other numbers, all ranks are peers.
RankWays rank_ways(unsigned ranks, const MachinePlan* machine);

}  // namespace gf::model
