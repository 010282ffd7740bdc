// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/nvlink/nvlink_routes.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>

#include "core/base/error.h"

namespace gf::model {
namespace {

constexpr unsigned kNoDistance = ~0u;

[[noreturn]] void no_way(const NvlinkGraph& graph, unsigned from, unsigned to, std::size_t pairs,
                         const std::string& needed_by) {
  core::fail_config("nvlink", "route",
                    fmt::format("{} to {}", graph.node(from).name, graph.node(to).name),
                    fmt::format("a link, or switches, between both: {}", needed_by),
                    fmt::format("{} pairs have no path; set nvlink.relays = nearest, or use a "
                                "graph file with 'relay {} {} via GPU'",
                                pairs, graph.node(from).name, graph.node(to).name));
}

}  // namespace

NvlinkRoutes::NvlinkRoutes(const NvlinkGraph& graph)
    : graph_(graph), ways_(std::size_t{graph.nodes()} * graph.gpus()) {
  for (unsigned g = 0; g < graph_.gpus(); ++g) route_to(g);
  add_relays();
}

NvlinkRoutes::Distances NvlinkRoutes::distances_to(unsigned gpu) const {
  Distances distance(graph_.nodes(), kNoDistance);
  distance[gpu] = 0;
  std::vector<unsigned> reached{gpu};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const unsigned node = reached[i];
    // Packets pass through switches, and end at GPUs.
    if (node != gpu && !graph_.node(node).is_switch) continue;
    for (unsigned port = 0; port < graph_.ports(node); ++port) {
      const unsigned peer = graph_.peer(node, port).node;
      if (distance[peer] != kNoDistance) continue;
      distance[peer] = distance[node] + 1;
      reached.push_back(peer);
    }
  }
  return distance;
}

void NvlinkRoutes::route_to(unsigned gpu) {
  const Distances distance = distances_to(gpu);
  for (unsigned node = 0; node < graph_.nodes(); ++node) {
    if (node == gpu || distance[node] == kNoDistance) continue;
    std::vector<unsigned>& ways = ways_of(node, gpu);
    for (unsigned port = 0; port < graph_.ports(node); ++port) {
      const unsigned peer = graph_.peer(node, port).node;
      const bool passes = peer == gpu || graph_.node(peer).is_switch;
      if (passes && distance[peer] + 1 == distance[node]) ways.push_back(port);
    }
    if (graph_.node(node).is_switch && distance[node] > 1) ways = {ways[gpu % ways.size()]};
  }
}

void NvlinkRoutes::add_relays() {
  for (const NvlinkGraph::Relay& relay : graph_.relays()) {
    const std::string text =
        fmt::format("gpu_{} to gpu_{} via gpu_{}", relay.from, relay.to, relay.by);
    const std::vector<unsigned> ports = graph_.ports_to(relay.from, relay.by);
    std::vector<unsigned>& ways = ways_of(relay.from, relay.to);
    if (!ways.empty())
      core::fail_config("nvlink", "relay", text, "a pair of GPUs without a path of its own",
                        "leave it out");
    if (ports.empty())
      core::fail_config("nvlink", "relay", text,
                        fmt::format("a GPU with a link to gpu_{}", relay.from),
                        "a switch between them would not know of the relay");
    ways = ports;
  }
}

NvlinkRoutes::PeerWays NvlinkRoutes::peer_ways(unsigned gpu) const {
  // Ports that lead to one peer are one group; a group is named by its least port.
  std::vector<unsigned> least(graph_.ports(gpu));
  std::iota(least.begin(), least.end(), 0u);
  const auto group = [&](unsigned port) {
    while (least[port] != port) port = least[port];
    return port;
  };
  for (unsigned peer = 0; peer < graph_.gpus(); ++peer)
    for (const unsigned port : ways(gpu, peer)) {
      const unsigned a = group(port), b = group(ways(gpu, peer).front());
      least[std::max(a, b)] = std::min(a, b);
    }
  PeerWays made;
  std::map<unsigned, unsigned> numbers;  // by group
  for (unsigned peer = 0; peer < graph_.gpus(); ++peer) {
    const std::vector<unsigned>& ports = ways(gpu, peer);
    const auto next = static_cast<unsigned>(numbers.size());
    made.of_peer.push_back(
        ports.empty() ? 0 : numbers.try_emplace(group(ports.front()), next).first->second);
  }
  made.count = static_cast<unsigned>(numbers.size());
  return made;
}

std::vector<std::pair<unsigned, unsigned>> NvlinkRoutes::unreachable() const {
  std::vector<std::pair<unsigned, unsigned>> pairs;
  for (unsigned from = 0; from < graph_.gpus(); ++from)
    for (unsigned to = 0; to < graph_.gpus(); ++to)
      if (from != to && !reaches(from, to)) pairs.emplace_back(from, to);
  return pairs;
}

std::vector<unsigned> NvlinkRoutes::path(unsigned from, unsigned to, unsigned way) const {
  std::vector<unsigned> nodes{from};
  while (nodes.back() != to) {
    const unsigned node = nodes.back();
    const std::vector<unsigned>& ports = ways(node, to);
    if (ports.empty() || nodes.size() > graph_.nodes())
      core::fail_config(
          "nvlink", "route", fmt::format("{} to {}", graph_.node(from).name, graph_.node(to).name),
          "a path that ends there", fmt::format("the path stops at {}", graph_.node(node).name));
    nodes.push_back(graph_.peer(node, node == from ? ports.at(way) : ports[0]).node);
  }
  return nodes;
}

void NvlinkRoutes::require_all(const std::string& needed_by) const {
  const auto pairs = unreachable();
  if (!pairs.empty()) no_way(graph_, pairs[0].first, pairs[0].second, pairs.size(), needed_by);
}

void NvlinkRoutes::require(unsigned from, unsigned to, const std::string& needed_by) const {
  if (!reaches(from, to)) no_way(graph_, from, to, unreachable().size(), needed_by);
}

NvlinkGraph with_relays(NvlinkGraph graph) {
  for (const auto& [from, to] : NvlinkRoutes(graph).unreachable()) {
    unsigned best = kNoDistance;
    const auto away = [&, from = from](unsigned gpu) {
      return gpu > from ? gpu - from : from - gpu;
    };
    for (unsigned by = 0; by < graph.gpus(); ++by) {
      if (graph.ports_to(from, by).empty() || graph.ports_to(by, to).empty()) continue;
      if (best == kNoDistance || away(by) < away(best)) best = by;
    }
    if (best == kNoDistance)
      core::fail_config("nvlink", "relays", fmt::format("gpu_{} to gpu_{}", from, to),
                        "a GPU with links to both", "name relays in a graph file");
    graph.relay(from, to, best);
  }
  return graph;
}

}  // namespace gf::model
