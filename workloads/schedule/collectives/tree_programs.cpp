// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/tree_programs.h"

#include <algorithm>
#include <functional>

namespace gf::model {
namespace {

using Step = ChannelProgram::Step;

constexpr unsigned kTreeThreads = 640;  // NCCL 2.30, src/include/device.h: trees use all threads
constexpr std::uint64_t kLinesGrain = 1920 / kElementBytes;  // a warp's lines of LL128

/// Threads of the groups that work upwards and downwards (src/device/all_reduce.h).
struct Split {
  explicit Split(const ChannelProtocol& protocol) {
    const bool simple = protocol.wire == protocol.data;
    up = simple ? kTreeThreads / 2 + 64 : kTreeThreads * 7 / (10 * kWarpThreads) * kWarpThreads;
    down = kTreeThreads - up;
  }
  unsigned up, down;
};

/// A binary tree over nodes in which node 0 is the root, odd ones are leaves, and the lowest set
/// bit is a node's height.
RankTree binary_tree(unsigned nodes) {
  RankTree tree(nodes);
  for (unsigned node = 1; node < nodes; ++node) {
    const unsigned bit = node & (~node + 1);
    const unsigned above = (node ^ bit) | (bit << 1);
    tree.up[node] = above < nodes ? above : node ^ bit;
    tree.down[*tree.up[node]].push_back(node);
  }
  return tree;
}

/// Returns the tree with other numbers for its nodes.
RankTree renamed(const RankTree& tree, const std::function<unsigned(unsigned)>& name) {
  RankTree other(static_cast<unsigned>(tree.up.size()));
  for (unsigned node = 0; node < tree.up.size(); ++node) {
    if (tree.up[node]) other.up[name(node)] = name(*tree.up[node]);
    for (const unsigned child : tree.down[node]) other.down[name(node)].push_back(name(child));
  }
  return other;
}

/// The ranks of a chain that join it to other nodes.
struct Joints {
  Joints(const CollectiveChannel& chain, ChannelPattern pattern) {
    const unsigned first = chain.ranks.front();
    const unsigned second = chain.ranks[chain.ranks.size() > 1 ? 1 : 0];
    parent = first;
    child[0] = pattern == ChannelPattern::kTree ? first : second;
    child[1] = pattern == ChannelPattern::kSplitTree ? second : first;
  }
  unsigned parent;
  unsigned child[2];  ///< The first child of a node's tree joins here, and the second one.
};

RankTree joined(const CollectiveChannel& chain, ChannelPattern pattern, const RankTree& nodes) {
  const auto size = static_cast<unsigned>(chain.ranks.size());
  const auto count = static_cast<unsigned>(nodes.up.size());
  const Joints joints(chain, pattern);
  RankTree tree(size * count);
  for (unsigned node = 0; node < count; ++node) {
    const unsigned first = node * size;
    for (unsigned place = 1; place < size; ++place) {
      tree.up[first + chain.ranks[place]] = first + chain.ranks[place - 1];
      tree.down[first + chain.ranks[place - 1]].push_back(first + chain.ranks[place]);
    }
    const std::vector<unsigned>& below = nodes.down[node];
    for (const unsigned child : below) {
      // A root has only a second child.
      const bool second = !nodes.up[node] || child != below.front();
      const unsigned parent = first + joints.child[second ? 1 : 0];
      tree.up[child * size + joints.parent] = parent;
      tree.down[parent].push_back(child * size + joints.parent);
    }
  }
  return tree;
}

/// Ranks in an order in which each comes behind the one above it.
std::vector<unsigned> from_root(const RankTree& tree) {
  std::vector<unsigned> order;
  for (unsigned rank = 0; rank < tree.up.size(); ++rank)
    if (!tree.up[rank]) order.push_back(rank);
  for (std::size_t at = 0; at < order.size(); ++at)
    order.insert(order.end(), tree.down[order[at]].begin(), tree.down[order[at]].end());
  return order;
}

/// Adds the steps of a chunk on its way up and down.
void add_chunk(ChannelProgram& program, const RankTree& tree, const std::vector<unsigned>& order,
               const ElementRange& range, bool direct, const Split& split) {
  for (auto rank = order.rbegin(); rank != order.rend(); ++rank) {
    const bool root = !tree.up[*rank];
    Step step;
    step.rank = *rank;
    step.range = range;
    step.from = tree.down[*rank];
    step.adds = true;
    step.keeps = root;
    step.to = root ? tree.down[*rank] : std::vector<unsigned>{*tree.up[*rank]};
    step.sends_direct = root && direct;
    step.threads = root ? kTreeThreads : split.up;
    program.add(step);
  }
  for (const unsigned rank : order) {
    if (!tree.up[rank]) continue;
    Step step;
    step.rank = rank;
    step.range = range;
    step.from.assign(1, *tree.up[rank]);
    step.keeps = true;
    step.to = tree.down[rank];
    step.received_direct = step.sends_direct = direct;
    step.group = 1;
    step.threads = split.down;
    program.add(step);
  }
}

}  // namespace

std::pair<RankTree, RankTree> double_binary_tree(unsigned nodes) {
  const RankTree first = binary_tree(nodes);
  return {first, renamed(first, [&](unsigned node) {
            return nodes % 2 == 1 ? (node + 1) % nodes : nodes - 1 - node;
          })};
}

std::vector<RankTree> library_trees(const ChannelGraph& chains, unsigned nodes) {
  const auto [first, second] = double_binary_tree(nodes);
  std::vector<RankTree> trees;
  for (const RankTree* const each : {&first, &second})
    for (const CollectiveChannel& chain : chains.channels)
      trees.push_back(joined(chain, chains.pattern, *each));
  return trees;
}

ChannelProtocol tree_protocol(const ChannelProtocol& protocol, std::uint64_t bytes,
                              unsigned channels, unsigned ranks, unsigned nodes) {
  if (protocol.wire == protocol.data) return kSimpleSteps.with_buffer(protocol.buffer());
  ChannelProtocol other = protocol;
  if (protocol.name != kLl128.name) return other;
  const double per_node = static_cast<double>(ranks) / nodes;
  double steps = 1 + 0.1 * per_node;
  for (unsigned half = nodes; half > 1; half /= 2) ++steps;
  const auto shorten = [&](double loops, std::uint64_t least) {
    const auto chunk = [&] { return other.chunk * kElementBytes; };
    while (static_cast<double>(bytes / (channels * chunk())) < steps * loops / per_node &&
           chunk() > least)
      other.chunk /= 2;
  };
  shorten(64, 131072);
  shorten(16, 32768);
  other.chunk = std::max(other.chunk / kLinesGrain, std::uint64_t{1}) * kLinesGrain;
  return other;
}

void all_reduce_on_trees(CollectiveBuilder& builder, const TreePlan& plan) {
  const std::vector<unsigned> launches = add_launches(builder, plan.launch);
  const auto channels = static_cast<unsigned>(plan.trees.size());
  const Split split(plan.protocol);
  for (unsigned channel = 0; channel < channels; ++channel) {
    const RankTree& tree = plan.trees[channel];
    const std::vector<unsigned> order = from_root(tree);
    ChannelProgram program(builder, channel, plan, launches);
    const ElementRange mine = part_of_channel(
        builder.collective(), plan.protocol, {0, builder.collective().elements}, channel, channels);
    for (std::uint64_t at = mine.first; at < mine.end; at += plan.protocol.chunk)
      add_chunk(program, tree, order, {at, std::min(at + plan.protocol.chunk, mine.end)},
                plan.sends_direct(), split);
  }
}

}  // namespace gf::model
