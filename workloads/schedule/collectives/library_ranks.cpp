// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/library_ranks.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "core/base/error.h"
#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/machine/planned_nvlink.h"
#include "workloads/collectives/channel_file.h"
#include "workloads/collectives/channel_search.h"
#include "workloads/collectives/search_rates.h"

namespace gf::model {
namespace {

constexpr unsigned kUsualChannels = 4;
const core::ByteRate kUsualChannelRate(20e9);
constexpr unsigned kHopper = 90;
constexpr double kFastChannel = 45e9;
constexpr unsigned kFewChannels = 16;
constexpr unsigned kNicRate = 14;  // GB/s of a channel to another node

ChannelGraph usual_graph(unsigned ranks, ChannelPattern pattern) {
  CollectiveChannel channel;
  for (unsigned rank = 0; rank < ranks; ++rank) channel.ranks.push_back(rank);
  ChannelGraph graph;
  graph.pattern = pattern;
  graph.channels.assign(kUsualChannels, channel);
  graph.intra = kUsualChannelRate;
  graph.type_intra = ChannelPath::kNvlink;
  return graph;
}

/// Channels between two GPUs: two for each NVLink of the narrowest pair, or two over PCIe; between
/// nodes one for each NIC next to a GPU, or more for fast ones (NCCL 2.30, src/graph/paths.cc).
void set_pairs(LibraryRanks& of, const ChannelLinks& links) {
  of.p2p_channels = kMostLibraryChannels;
  const SearchRate link = nvlink_search_rate({LinkFamily::kNvlink, 1, 1}, of.capability);
  for (unsigned a = 0; a < links.gpus(); ++a)
    for (unsigned b = 0; b < links.gpus(); ++b) {
      if (a == b) continue;
      const ChannelLinks::Path& path = links.between(a, b);
      const bool nvlink = path.type <= ChannelPath::kRelay;
      of.all_nvlink &= path.type <= ChannelPath::kNvlink;
      const auto several = static_cast<unsigned>(std::max<SearchRate>(1, path.rate / link));
      of.p2p_channels = std::min(of.p2p_channels, nvlink ? 2 * several : 2u);
    }
  for (unsigned gpu = 0; of.nodes > 1 && gpu < links.gpus(); ++gpu) {
    const std::vector<unsigned> nics = links.local_nics(gpu);
    const auto rate = static_cast<unsigned>(links.port_rate(nics.front()) / 1000);
    const auto count = static_cast<unsigned>(nics.size());
    of.p2p_channels = std::min(of.p2p_channels, std::max(count, (rate + kNicRate - 1) / kNicRate));
  }
}

/// Returns the channel of the search that is a part of `channel` on a node.
std::size_t channel_at(const ChannelGraph& graph, unsigned channel, unsigned node) {
  const std::size_t found = channel % graph.channels.size();
  // Rings that leave by another NIC than they enter by swap places on every other node, and so stay
  // on their rails.
  const bool swaps = graph.pattern == ChannelPattern::kRing && graph.cross_nic == 2 &&
                     graph.channels.size() % 2 == 0;
  return found ^ (swaps && node % 2 == 1 ? 1 : 0);
}

/// Replaces the rings and trees by those of a file.
void take_file(LibraryRanks& of, const MachinePlan& machine, const std::string& file) {
  for (ChannelGraph& graph : read_channel_file(file, machine)) {
    const bool rings = graph.pattern == ChannelPattern::kRing;
    if (!rings && graph.pattern != ChannelPattern::kBalancedTree) continue;
    ChannelGraph& ours = rings ? of.ring : of.tree;
    if (graph.intra == core::ByteRate()) {
      graph.intra = ours.intra;
      graph.inter = ours.inter;
      graph.type_intra = ours.type_intra;
      graph.type_inter = ours.type_inter;
    }
    for (const CollectiveChannel& channel : graph.channels)
      if (of.nodes > 1 && !(channel.entry && channel.exit))
        core::fail_input(file, 0, "has channels without a NIC",
                         "channels that enter and leave a node, as there are " +
                             std::to_string(of.nodes) + " nodes");
    ours = std::move(graph);
  }
}

}  // namespace

unsigned LibraryRanks::channels(const LibrarySettings& settings) const {
  unsigned all = 2 * static_cast<unsigned>(std::min(ring.channels.size(), tree.channels.size()));
  all = std::min(all, kMostLibraryChannels);
  const bool fast =
      capability >= kHopper && nodes > 1 && ring.intra.bytes_per_second() > kFastChannel;
  if (fast && all < kFewChannels) all *= 2;
  return std::max(std::min(all, settings.most_channels), settings.least_channels);
}

std::vector<std::vector<unsigned>> LibraryRanks::rings(unsigned channels) const {
  std::vector<std::vector<unsigned>> all(channels);
  for (unsigned channel = 0; channel < channels; ++channel)
    for (unsigned node = 0; node < nodes; ++node)
      for (const unsigned rank : ring.channels[channel_at(ring, channel, node)].ranks)
        all[channel].push_back(node * per_node() + rank);
  return all;
}

std::vector<std::vector<unsigned>> LibraryRanks::exits(const ChannelGraph& graph,
                                                       unsigned channels) const {
  std::vector<std::vector<unsigned>> all;
  for (unsigned channel = 0; nodes > 1 && channel < channels; ++channel) {
    std::vector<unsigned>& by_node = all.emplace_back();
    for (unsigned node = 0; node < nodes; ++node)
      by_node.push_back(graph.channels[channel_at(graph, channel, node)].exit.value());
  }
  return all;
}

std::vector<RankTree> LibraryRanks::trees(unsigned channels) const {
  const std::vector<RankTree> found = library_trees(tree, nodes);
  std::vector<RankTree> all;
  for (unsigned channel = 0; channel < channels; ++channel)
    all.push_back(found[channel % found.size()]);
  return all;
}

LibraryRanks library_ranks(unsigned ranks, const MachinePlan* machine,
                           const std::string& graph_file) {
  LibraryRanks of;
  of.ranks = ranks;
  of.ways = rank_ways(ranks, machine);
  const auto gpus =
      static_cast<unsigned>(machine == nullptr ? 0 : machine->of_kind(DeviceKind::kGpu).size());
  const bool alone = gpus == ranks;
  const bool cluster = gpus > 0 && ranks > gpus && ranks % gpus == 0 && machine->network &&
                       machine->network->machines.empty() && !machine->nics().empty();
  if (ranks == 1 || !(alone || cluster)) {
    if (!graph_file.empty())
      core::fail_input(
          graph_file, 0, "has channels of a machine's GPUs",
          fmt::format("a machine whose GPUs are the {} ranks, or nodes of them", ranks));
    of.ring = usual_graph(ranks, ChannelPattern::kRing);
    of.tree = usual_graph(ranks, ChannelPattern::kBalancedTree);
    return of;
  }
  of.nodes = ranks / gpus;
  of.ring = search_channels(*machine, ChannelPattern::kRing, cluster).graph;
  of.tree = search_channels(*machine, ChannelPattern::kBalancedTree, cluster).graph;
  if (!graph_file.empty()) take_file(of, *machine, graph_file);
  const ChannelLinks links(*machine);
  of.capability = links.capability();
  if (alone && nvswitch_generation(*machine) >= kFirstReducingSwitch)
    of.switch_links = byte_rate(nvswitch_search_rate(*machine));
  of.amd = links.amd_cpus();
  set_pairs(of, links);
  return of;
}

}  // namespace gf::model
