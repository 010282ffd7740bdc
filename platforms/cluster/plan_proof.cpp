// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/plan_proof.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "core/base/error.h"
#include "platforms/cluster/apenet_nodes.h"
#include "platforms/cluster/hosts/host_memories.h"
#include "platforms/cluster/plan/gpu_preset.h"
#include "platforms/cluster/plan/tree_proof.h"
#include "tlm_models/machine/planned_network.h"
#include "tlm_models/machine/planned_nvlink.h"
#include "tlm_models/machine/planned_trees.h"
#include "tlm_models/topology/nvlink/nvlink_routes.h"

namespace gf::platforms::cluster {
namespace {

using model::DeviceKind;
using model::MachinePlan;

/// Groups of connected elements (union-find).
class Groups {
 public:
  explicit Groups(std::size_t count) : above_(count) {
    std::iota(above_.begin(), above_.end(), 0u);
  }
  unsigned of(unsigned i) {
    while (above_[i] != i) i = above_[i] = above_[above_[i]];
    return i;
  }
  void join(unsigned a, unsigned b) { above_[of(a)] = of(b); }

 private:
  std::vector<unsigned> above_;
};

void prove_connected(const MachinePlan& plan) {
  Groups groups(plan.devices.size());
  for (const model::PlannedLink& link : plan.links) groups.join(link.a, link.b);
  for (unsigned i = 1; i < plan.devices.size(); ++i)
    if (groups.of(i) != groups.of(0))
      plan.devices[i].place.fail(
          plan.devices[i].name + " is not connected to " + plan.devices[0].name,
          "links that connect all devices");
}

void prove_network(const MachinePlan& plan) {
  if (!plan.network) return;
  const model::RouterGraph graph = model::network_graph(*plan.network);
  Groups groups(graph.routers());
  for (unsigned router = 0; router < graph.routers(); ++router) {
    for (unsigned port = 0; port < graph.ports(); ++port) {
      const model::RouterPort& at = graph.port(router, port);
      const bool joins =
          at.type == model::ChannelType::kLocal || at.type == model::ChannelType::kGlobal;
      if (joins) groups.join(router, at.peer);
    }
  }
  for (unsigned router = 1; router < graph.routers(); ++router)
    if (groups.of(router) != groups.of(0))
      plan.network->place.fail(fmt::format("router {} is not connected to router 0", router),
                               "a connected network");
}

/// Returns, by GPU, the number of its PCIe tree; none: ~0.
std::vector<unsigned> trees_of_gpus(const MachinePlan& plan,
                                    const std::vector<model::PlannedTree>& trees) {
  std::map<unsigned, unsigned> tree_of;
  for (unsigned tree = 0; tree < trees.size(); ++tree)
    for (const unsigned device : trees[tree].devices) tree_of[device] = tree;
  std::vector<unsigned> found;
  for (const unsigned gpu : plan.of_kind(DeviceKind::kGpu)) {
    const auto at = tree_of.find(gpu);
    found.push_back(at == tree_of.end() ? ~0u : at->second);
  }
  return found;
}

/// Counts pairs of GPUs by what joins them: NVLink, else PCIe. A pair with neither is no error: a
/// schedule may not need it.
std::string prove_pairs(const MachinePlan& plan, const std::vector<model::PlannedTree>& trees) {
  const auto graph = model::nvlink_graph(plan);
  std::optional<model::NvlinkRoutes> nvlink;
  if (graph) nvlink.emplace(*graph);
  if (nvlink) nvlink->check();
  const std::vector<unsigned> tree_of = trees_of_gpus(plan, trees);
  const std::vector<unsigned> gpus = plan.of_kind(DeviceKind::kGpu);
  std::size_t by_nvlink = 0, by_pcie = 0, apart = 0;
  std::string first;
  for (unsigned a = 0; a < tree_of.size(); ++a) {
    for (unsigned b = 0; b < tree_of.size(); ++b) {
      if (a == b) continue;
      if (nvlink && nvlink->reaches(a, b)) {
        ++by_nvlink;
      } else if (tree_of[a] != ~0u && tree_of[a] == tree_of[b]) {
        ++by_pcie;
      } else if (++apart == 1) {
        first = plan.devices[gpus[a]].name + " to " + plan.devices[gpus[b]].name;
      }
    }
  }
  std::string text = fmt::format("{} over NVLink, {} over PCIe", by_nvlink, by_pcie);
  if (apart > 0)
    text +=
        fmt::format(", {} without a path (relays = nearest lets GPUs forward packets), first: {}",
                    apart, first);
  return text;
}

std::string counted(const MachinePlan& plan) {
  std::string text =
      fmt::format("{} GPUs, {} devices, {} links", plan.of_kind(DeviceKind::kGpu).size(),
                  plan.devices.size(), plan.links.size());
  if (plan.network)
    text += fmt::format(", {}{}", nodes_of(*plan.network),
                        plan.network->nics.size() == plan.of_kind(DeviceKind::kNic).size()
                            ? ""
                            : fmt::format(" via {}", fmt::join(plan.network->nics, ", ")));
  return text;
}

/// Proves the other machines of a network, each once, and returns their lines.
std::string prove_others(const model::PlannedNetwork& network) {
  std::string text;
  std::set<const MachinePlan*> proven{nullptr};
  for (const model::PlannedNodes& row : network.machines) {
    if (!proven.insert(row.plan.get()).second) continue;
    if (has_apenet_cards(*row.plan))
      row.place.fail(row.plan->name + " has APEnet+ cards", "RDMA cards in unequal nodes");
    text += fmt::format("; {}: {}", row.plan->name, prove(*row.plan));
  }
  return text;
}

}  // namespace

std::string prove(const MachinePlan& plan) {
  if (plan.has(model::LinkFamily::kNvlink))
    required_gpu_preset(plan);
  else
    gpu_preset_of(plan);
  if (has_apenet_cards(plan)) ApenetNodes fits(plan);
  for (const unsigned device : plan.of_kind(DeviceKind::kDevice)) model_of(plan.devices[device]);
  prove_connected(plan);
  prove_network(plan);
  const std::vector<model::PlannedTree> trees = model::pcie_trees(plan);
  std::size_t routes = 0;
  unsigned channels = 0;
  for (const model::PlannedTree& tree : trees) {
    const TreeProof proof = prove_tree(tree.tree);
    if (!proof.broken.empty())
      plan.devices[tree.devices[0]].place.fail(proof.broken, "a tree that can route all packets");
    routes += proof.routes;
    channels += proof.channels;
  }
  std::string text = fmt::format(
      "{}; connected; {} routes over {} PCIe channels arrive, no deadlock cycle; GPU pairs: {}",
      counted(plan), routes, channels, prove_pairs(plan, trees));
  if (plan.network) text += prove_others(*plan.network);
  return text;
}

}  // namespace gf::platforms::cluster
