// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "workloads/collectives/channel_graph.h"
#include "workloads/collectives/rank_ways.h"
#include "workloads/schedule/collectives/library_settings.h"
#include "workloads/schedule/collectives/tree_programs.h"

namespace gf::model {

struct MachinePlan;

/// The ranks of a communicator, as a library of collectives knows them. Ranks of a node follow each
/// other.
struct LibraryRanks {
  unsigned ranks = 0;
  unsigned nodes = 1;
  unsigned capability = 80;   ///< CUDA compute capability times 10: 70 is a V100.
  bool amd = false;           ///< Processors of AMD.
  ChannelGraph ring, tree;    ///< Of a node, as search_channels() finds them or a file has them.
  unsigned p2p_channels = 2;  ///< Between two ranks, before it becomes a power of two.
  bool all_nvlink = true;     ///< NVLink joins any two ranks.
  RankWays ways;
  /// Rate of a GPU's links to NVSwitches that reduce for all ranks; 0: none do.
  core::ByteRate switch_links;

  [[nodiscard]] unsigned per_node() const { return ranks / nodes; }
  /// Returns the most channels of a collective: twice those of the search, four times in clusters
  /// of GPUs with fast links, within the limits of the settings (NCCL 2.30, src/graph/connect.cc).
  [[nodiscard]] unsigned channels(const LibrarySettings& settings) const;
  /// Returns the rings and the trees of the first `channels`: those of the search take turns.
  [[nodiscard]] std::vector<std::vector<unsigned>> rings(unsigned channels) const;
  [[nodiscard]] std::vector<RankTree> trees(unsigned channels) const;
  /// Returns the NICs by which these rings or trees leave, as ProgramPlan::exits.
  [[nodiscard]] std::vector<std::vector<unsigned>> exits(const ChannelGraph& graph,
                                                         unsigned channels) const;
};

/// Returns the ranks on a machine whose GPUs are all ranks, or on nodes of such machines in its
/// network. Without a machine, or with other numbers, it is a node whose ranks have 4 rings of 20
/// GB/s in their order (assumed: as on six links of NVLink 2).
/// A `graph_file` (channel_file.h) replaces the rings and trees that it has; rates and paths that a
/// log does not tell remain those of the search. Throws UserError (exit 5) with the file if ranks
/// are not the GPUs of a machine, and if channels of several nodes have no NICs.
LibraryRanks library_ranks(unsigned ranks, const MachinePlan* machine,
                           const std::string& graph_file = "");

}  // namespace gf::model
