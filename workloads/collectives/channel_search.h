// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/collectives/channel_graph.h"
#include "workloads/collectives/channel_links.h"

namespace gf::model {

/// The channels of a machine, and what bounds them.
struct ChannelSearch {
  ChannelGraph graph;
  bool between_nodes = false;  ///< The channels leave the node.
  /// The most that any rings could carry together: no cut between GPUs carries more over links of
  /// the paths used, nor do the NICs.
  core::ByteRate bound;
  long steps = 0;              ///< Made by the search.
  bool out_of_budget = false;  ///< It ended before it had tried everything.
};

/// Searches for as many rings, or trees, through all GPUs of the machine as its links carry at the
/// highest speed. The search knows what NCCL 2.30.7 knows, and decides as it does: near paths
/// before far ones, high speeds before low ones, equal channels before different ones; then fast
/// channels are split in two, and speeds raised as far as the channels that were found allow.
/// `between_nodes`: each channel enters and leaves the node by a NIC; this needs a NIC.
/// Deterministic; at most about half a million steps. A machine without any such channel gets one
/// in the order of ranks, of 0.1 GB/s and type SYS, as from NCCL.
/// Throws UserError (exit 2) as ChannelLinks does, and for `between_nodes` without NICs.
/// Not modelled: NVLS and CollNet graphs, NICs of several planes or rails, GPUDirect that is off,
/// limits from NCCL's variables.
ChannelSearch search_channels(const MachinePlan& plan, ChannelPattern pattern, bool between_nodes);

/// The same for rings, between nodes if the machine has a network and NICs.
ChannelSearch search_rings(const MachinePlan& plan);

}  // namespace gf::model
