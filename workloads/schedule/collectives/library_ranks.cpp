// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/library_ranks.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "tlm_models/machine/machine_plan.h"
#include "workloads/collectives/channel_links.h"
#include "workloads/collectives/channel_search.h"
#include "workloads/collectives/search_rates.h"

namespace gf::model {
namespace {

// Where the machine is not known; assumed: as on six links of NVLink 2 (docs/collectives.md).
constexpr unsigned kUsualChannels = 8;
const core::ByteRate kUsualChannelRate(20e9);

unsigned gpus_of(const MachinePlan& plan) {
  return static_cast<unsigned>(plan.of_kind(DeviceKind::kGpu).size());
}

/// Returns the machine of each node that has GPUs; empty: they do not have `ranks` GPUs together.
std::vector<const MachinePlan*> nodes_of(unsigned ranks, const MachinePlan* machine) {
  std::vector<const MachinePlan*> nodes;
  if (machine == nullptr) return nodes;
  unsigned gpus = 0;
  const auto add = [&](const MachinePlan& plan) {
    if (gpus_of(plan) == 0) return;
    nodes.push_back(&plan);
    gpus += gpus_of(plan);
  };
  if (!machine->network || machine->network->machines.empty())
    while (gpus < ranks && gpus_of(*machine) > 0) add(*machine);
  else
    for (const PlannedNodes& row : machine->network->machines)
      for (unsigned i = 0; i < row.count; ++i) add(row.plan ? *row.plan : *machine);
  if (gpus != ranks) nodes.clear();
  return nodes;
}

/// The channels of one kind of node.
struct NodeChannels {
  NodeChannels(const MachinePlan& of, bool between_nodes)
      : plan(&of),
        graph(search_channels(of, ChannelPattern::kRing, between_nodes).graph),
        links(of) {}
  const MachinePlan* plan;
  ChannelGraph graph;
  ChannelLinks links;

  /// Adds the pairs of this node that are no peers; its ranks begin with `first`.
  void add_pairs(RankWays& ways, unsigned first) const {
    const ChannelPath level = farthest_peer();
    for (unsigned a = 0; a < links.gpus(); ++a)
      for (unsigned b = 0; b < links.gpus(); ++b)
        if (a != b && links.between(a, b).type > level)
          ways.through_host.insert({first + links.rank(a), first + links.rank(b)});
  }
  /// NCCL 2.30, src/graph/paths.cc.
  [[nodiscard]] ChannelPath farthest_peer() const {
    if (const std::optional<ChannelPath> declared = declared_peer_level(*plan)) return *declared;
    const bool has_memory =
        std::any_of(plan->devices.begin(), plan->devices.end(),
                    [](const PlannedDevice& device) { return device.memory.has_value(); });
    if (!has_memory) return ChannelPath::kSys;
    return links.amd_cpus() && links.gpus() <= 2 ? ChannelPath::kSys : ChannelPath::kPxb;
  }

  /// Returns a rank that is next to the exit of a channel, and which the last rank reaches over
  /// NVLink; nothing: the last rank is next to it, or no rank is.
  [[nodiscard]] std::optional<unsigned> relay(const CollectiveChannel& channel) const {
    if (!channel.exit) return {};
    const std::vector<unsigned> near = links.local_gpus(*channel.exit);
    std::optional<unsigned> best;
    for (const unsigned gpu : near) {
      if (links.rank(gpu) == channel.ranks.back()) return {};
      if (!best && links.between(number_of(channel.ranks.back()), gpu).type == ChannelPath::kNvlink)
        best = links.rank(gpu);
    }
    return best;
  }
  [[nodiscard]] unsigned number_of(unsigned rank) const {
    unsigned gpu = 0;
    while (links.rank(gpu) != rank) ++gpu;
    return gpu;
  }
};

/// Joins the channels of all nodes: where one node's part of a ring ends, the next one's begins.
void join_nodes(LibraryRanks& all, const std::vector<const MachinePlan*>& nodes) {
  std::vector<NodeChannels> kinds;
  std::vector<std::size_t> kind_of;
  for (const MachinePlan* const plan : nodes) {
    const auto known = std::find_if(kinds.begin(), kinds.end(),
                                    [&](const NodeChannels& one) { return one.plan == plan; });
    kind_of.push_back(static_cast<std::size_t>(known - kinds.begin()));
    if (known == kinds.end()) kinds.emplace_back(*plan, true);
  }
  // The slowest node decides for all (NCCL 2.30, src/init.cc).
  const auto slowest =
      std::min_element(kinds.begin(), kinds.end(), [](const auto& a, const auto& b) {
        return a.graph.total().bytes_per_second() < b.graph.total().bytes_per_second();
      });
  all.ring = slowest->graph;
  std::size_t channels = all.ring.channels.size();
  for (const NodeChannels& kind : kinds) channels = std::min(channels, kind.graph.channels.size());
  all.ring.channels.assign(channels, {});
  all.relays.resize(channels);
  unsigned first = 0;
  for (unsigned node = 0; node < nodes.size(); ++node) {
    const NodeChannels& kind = kinds[kind_of[node]];
    for (std::size_t i = 0; i < channels; ++i) {
      const CollectiveChannel& part = kind.graph.channels[i];
      for (const unsigned rank : part.ranks) all.ring.channels[i].ranks.push_back(first + rank);
      if (const std::optional<unsigned> relay = kind.relay(part))
        all.relays[i][first + part.ranks.back()] = first + *relay;
    }
    all.ways.node_of.insert(all.ways.node_of.end(), gpus_of(*kind.plan), node);
    kind.add_pairs(all.ways, first);
    first += gpus_of(*kind.plan);
  }
}

}  // namespace

LibraryRanks library_ranks(unsigned ranks, const MachinePlan* machine) {
  LibraryRanks all;
  all.ranks = ranks;
  const std::vector<const MachinePlan*> nodes = nodes_of(ranks, machine);
  if (!nodes.empty() && ranks > 1) {
    all.capability = compute_capability(*nodes.front());
    for (const MachinePlan* const node : nodes)
      all.capability = std::min(all.capability, compute_capability(*node));
    if (nodes.size() > 1) {
      join_nodes(all, nodes);
      return all;
    }
    const NodeChannels node(*nodes.front(), false);
    node.add_pairs(all.ways, 0);
    all.ring = node.graph;
    return all;
  }
  CollectiveChannel channel;
  channel.ranks.resize(ranks);
  std::iota(channel.ranks.begin(), channel.ranks.end(), 0u);
  all.ring.channels.assign(kUsualChannels / 2, channel);
  all.ring.intra = kUsualChannelRate;
  all.ring.type_intra = ChannelPath::kNvlink;
  return all;
}

}  // namespace gf::model
