// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "workloads/collectives/channel_graph.h"

namespace gf::model {

struct MachinePlan;

/// The ranks of a communicator, as a library of collectives knows them, and their channels.
struct LibraryRanks {
  unsigned ranks = 0;
  unsigned capability = 80;       ///< CUDA compute capability times 10: 70 is a V100.
  std::vector<unsigned> node_of;  ///< By rank; empty: all are on one node.
  ChannelGraph ring;              ///< Rings over all ranks; speeds and paths are those of a node.
  /// By channel: for each rank that sends to another node, the rank on its node that is near the
  /// channel's card.
  std::vector<std::map<unsigned, unsigned>> relays;

  [[nodiscard]] unsigned nodes() const { return node_of.empty() ? 1 : node_of.back() + 1; }
};

/// Returns the ranks of a machine whose GPUs are all ranks, or of its network: each node's channels
/// are searched for, and joined one node after the other. Without a machine, or if its GPUs are not
/// the ranks, it has usual channels on one node (assumed: 4 rings of 20 GB/s over NVLink, which
/// make 8 channels, as on a V100).
LibraryRanks library_ranks(unsigned ranks, const MachinePlan* machine);

}  // namespace gf::model
