// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/plan/machine_bounds.h"

#include <algorithm>
#include <map>
#include <vector>

#include "tlm_models/analytic/nvlink_bounds.h"
#include "tlm_models/analytic/tree_bounds.h"

namespace gf::platforms::cluster {
namespace {

model::TreeBounds tree_bounds(const Graph& graph, const model::TreeBounds::Takes& takes) {
  std::map<std::string, unsigned> numbers;
  std::map<unsigned, unsigned> gpus;  // nodes, by GPU number
  for (const Graph::Node& node : graph.nodes) {
    const auto number = static_cast<unsigned>(numbers.size());
    numbers.emplace(node.name, number);
    if (node.kind == "gpu" && node.number) gpus.emplace(*node.number, number);
  }
  std::vector<model::FlowLink> links;
  for (const Graph::Link& link : graph.links)
    if (link.kind != "nvlink")
      links.push_back({numbers.at(link.from.node), numbers.at(link.to.node),
                       link.forward.rate.bytes_per_second(),
                       link.backward.rate.bytes_per_second()});
  std::vector<unsigned> nodes;
  for (const auto& [gpu, node] : gpus) nodes.push_back(node);
  return {static_cast<unsigned>(numbers.size()), std::move(links), std::move(nodes), takes};
}

unsigned count_gpus(const Graph& graph) {
  return static_cast<unsigned>(
      std::count_if(graph.nodes.begin(), graph.nodes.end(),
                    [](const Graph::Node& node) { return node.kind == "gpu" && node.number; }));
}

}  // namespace

std::string bounds_of(const Graph& graph, const std::optional<model::NvlinkGraph>& nvlink) {
  const unsigned gpus = count_gpus(graph);
  std::optional<model::NvlinkBounds> linked;
  if (nvlink) linked.emplace(*nvlink);
  const auto by_nvlink = [&](unsigned from, unsigned to) {
    return linked && linked->reaches(from, to);
  };
  const model::TreeBounds trees =
      tree_bounds(graph, [&](unsigned from, unsigned to) { return !by_nvlink(from, to); });
  unsigned most = 0;  // most peers of any GPU
  for (unsigned gpu = 0; gpu < gpus; ++gpu) {
    unsigned peers = trees.peers(gpu);
    for (unsigned peer = 0; peer < gpus; ++peer)
      if (by_nvlink(gpu, peer)) ++peers;
    most = std::max(most, peers);
  }
  if (most == 0) return "";
  const double seconds =
      std::max(trees.all_to_all_seconds(), linked ? linked->all_to_all_seconds() : 0);
  double half = trees.bisection().bytes_per_second();
  if (linked) half += linked->bisection().bytes_per_second();
  return model::bounds_text(core::ByteRate(most / seconds), core::ByteRate(half));
}

}  // namespace gf::platforms::cluster
