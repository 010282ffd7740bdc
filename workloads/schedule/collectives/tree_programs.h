// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "workloads/collectives/channel_graph.h"
#include "workloads/schedule/collectives/channel_program.h"

namespace gf::model {

/// A tree over all ranks, by rank.
struct RankTree {
  explicit RankTree(unsigned ranks) : up(ranks), down(ranks) {}
  std::vector<std::optional<unsigned>> up;  ///< The root has none.
  std::vector<std::vector<unsigned>> down;
};

/// Returns two trees over nodes, in which an inner node of one is a leaf of the other (NCCL 2.30,
/// src/graph/trees.cc). The second one is the first one mirrored, or shifted by a node if their
/// number is odd. A node's first child has the lower number in the first tree.
std::pair<RankTree, RankTree> double_binary_tree(unsigned nodes);

/// Returns the trees of a library's channels: first one for each of `chains`, then a second one for
/// each. Ranks of a node are chained in the order of a channel; their chains are joined as the two
/// trees of double_binary_tree(). Which of a chain's first two ranks have a node's children depends
/// on the pattern (src/graph/connect.cc). With one node both trees are the chain. The ranks of node
/// i are those of the chains plus i times their number.
std::vector<RankTree> library_trees(const ChannelGraph& chains, unsigned nodes);

/// Tree programs of a library of collectives: each channel has a tree and a part of the vector.
struct TreePlan : ProgramPlan {
  std::vector<RankTree> trees;  ///< By channel.
};

/// Returns a protocol as trees use it for a vector of `bytes`: Simple moves a chunk in one slice,
/// and LL128 has smaller chunks for shorter vectors (src/enqueue.cc).
ChannelProtocol tree_protocol(const ChannelProtocol& protocol, std::uint64_t bytes,
                              unsigned channels, unsigned ranks, unsigned nodes);

/// Each chunk goes up the tree, reduced on its way, and its result comes down. A block's warps form
/// two groups, one for each direction, so that both move at once; the root's are one group
/// (src/device/all_reduce.h).
void all_reduce_on_trees(CollectiveBuilder& builder, const TreePlan& plan);

}  // namespace gf::model
