// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "workloads/collectives/channel_graph.h"
#include "workloads/schedule/collectives/rank_ways.h"

namespace gf::model {

struct MachinePlan;

/// The ranks of a communicator, as a library of collectives knows them, and their channels.
struct LibraryRanks {
  unsigned ranks = 0;
  unsigned capability = 80;  ///< CUDA compute capability times 10: 70 is a V100.
  RankWays ways;
  ChannelGraph ring;  ///< Rings over all ranks; speeds and paths are those of a node.
  /// By channel: for each rank that sends to another node, the rank on its node that is near the
  /// channel's card.
  std::vector<std::map<unsigned, unsigned>> relays;

  [[nodiscard]] unsigned nodes() const {
    return ways.node_of.empty() ? 1 : ways.node_of.back() + 1;
  }
};

/// Returns the ranks of a machine whose GPUs are all ranks, or of its network: each node's channels
/// are searched for, and joined one node after the other. GPUs are peers as far as the machine's
/// file says by p2p or p2p_level. By default they are over NVLink and PCIe switches, and over CPUs
/// of AMD if there are at most two GPUs; or all, on a machine that states no `memory` to go
/// through. Without a machine, or if its GPUs are not the ranks, it has usual channels on one node
/// (assumed: 4 rings of 20 GB/s over NVLink, which make 8 channels, as on a V100).
LibraryRanks library_ranks(unsigned ranks, const MachinePlan* machine);

}  // namespace gf::model
