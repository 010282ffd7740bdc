// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/node_params.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <utility>

#include "core/base/error.h"
#include "platforms/cluster/plan/planned_ports.h"
#include "platforms/cluster/plan/tree_proof.h"
#include "platforms/cluster/planned_node.h"

namespace gf::platforms::cluster {
namespace {

using model::DeviceKind;
using model::PcieNodeKind;

model::PcieTree make_tree(const ClusterNodeParams& params) {
  params.validate("node");
  std::vector<model::PcieNodeSpec> specs{{"root", PcieNodeKind::kRootComplex, "", 0},
                                         {"host", PcieNodeKind::kDevice, "root", 0, params.gpus}};
  for (unsigned s = 0; s < params.switches; ++s)
    specs.push_back({fmt::format("plx_{}", s), PcieNodeKind::kSwitch, "root", 0});
  const auto hang = [&](const char* kind, unsigned count, unsigned first) {
    for (unsigned i = 0; i < count; ++i) {
      specs.push_back(
          {fmt::format("{}_{}", kind, i), PcieNodeKind::kDevice,
           params.switches == 0 ? "root" : fmt::format("plx_{}", i * params.switches / count), 0,
           first + i});
    }
  };
  hang("gpu", params.gpus, 0);
  hang("nic", params.nics, params.gpus + 1);
  return {"node", specs, "node"};
}

/// Returns port and window of the device `name`. A switch is on a link like a GPU's.
struct Leaf {
  const hw::pcie::PortParams& port;
  core::Bytes bar;
};
Leaf leaf(const ClusterNodeParams& params, const std::string& name) {
  if (name == "host") return {params.host.port, params.host.bar};
  if (name.compare(0, 3, "nic") == 0) return {params.nic.pcie.port, params.nic.pcie.bar};
  return {params.gpu.port, params.gpu.bar};
}

hw::pcie::SwitchParams switch_params(const ClusterNodeParams& params, const model::PcieTree& tree,
                                     const model::PcieNode& node) {
  const bool is_root = node.kind == PcieNodeKind::kRootComplex;
  hw::pcie::SwitchParams made = is_root ? params.root : params.plx;
  made.ports.resize(node.children.size() + (is_root ? 0 : 1), params.gpu.port);
  for (unsigned port = 0; port < node.children.size(); ++port)
    made.ports[port] = leaf(params, tree.node(node.children[port]).name).port;
  return made;
}

/// Throws UserError unless the payloads of cards, and `largest` (of all others), fit every switch
/// and every receive buffer. A TLP that does not fit would wait for credit for ever.
void check_payloads(const ClusterNodeParams& params, core::Bytes largest,
                    const std::vector<hw::pcie::SwitchParams>& switches) {
  largest = std::max<core::Bytes>(largest, params.nic.pcie.max_payload);
  for (const hw::pcie::SwitchParams& one : switches) {
    if (one.ports.empty() || one.max_payload >= largest) continue;
    core::fail_config("node", "max_payload", core::to_text(one.max_payload),
                      "at least " + core::to_text(largest) + ", the largest payload of a device",
                      "raise it at root complex and switches, or lower it at the devices");
  }
  params.nic.pcie.port.validate("node.nic.pcie", largest);
}

/// Throws UserError unless the window covers all of its GPU's memory: a page beyond it would have
/// no address.
void check_window(const NodeGpusParams& gpus, const hw::pcie::EndpointParams& endpoint,
                  const std::string& name) {
  if (endpoint.bar.count() >= gpus.node.pages.memory.count()) return;
  core::fail_config(name, "bar", core::to_text(endpoint.bar),
                    "at least " + core::to_text(gpus.node.pages.memory) + ", the memory of a GPU",
                    "take the next power of two");
}

/// Returns the tree's parts. Its cards send the payloads of a NIC, not those of an endpoint.
pcie::TreeParts parts_of(const ClusterNodeParams& params, const PlannedTreeParams& planned) {
  pcie::EndpointTreeParams parts = planned.parts;
  for (auto card = static_cast<unsigned>(planned.gpus.size() + planned.hosts.size());
       card < planned.tree.device_count(); ++card) {
    hw::pcie::EndpointParams& endpoint = parts.nodes[planned.tree.device_node(card)].endpoint;
    endpoint.copy.max_payload = endpoint.requester.max_payload = endpoint.completer.max_payload =
        params.nic.pcie.max_payload;
  }
  return parts.parts(planned.tree);
}

NodeTreeSpec planned_tree(const ClusterNodeParams& params, const PlannedTreeParams& planned) {
  NodeTreeSpec spec{planned.tree, parts_of(params, planned), {}, {}, planned.gpus, planned.nics,
                    planned.hosts};
  const auto gpus = static_cast<unsigned>(planned.gpus.size());
  for (unsigned number = 0; number < planned.tree.device_count(); ++number) {
    const unsigned node = planned.tree.device_node(number);
    const hw::pcie::EndpointParams& endpoint = planned.parts.nodes[node].endpoint;
    if (params.planned->gpus && number < gpus)
      check_window(*params.planned->gpus, endpoint, planned.tree.node(node).name);
    if (number < planned.endpoints) {
      spec.endpoints.push_back(endpoint);
      continue;
    }
    spec.parts.bars[number] = params.nic.pcie.bar;
    spec.cards.push_back(params.nic);
    spec.cards.back().pcie.port = endpoint.port;
  }
  params.nic.pcie.port.validate("node.nic.pcie", params.nic.pcie.max_payload);
  return spec;
}

NodeTreeSpec counted_tree(const ClusterNodeParams& params) {
  NodeTreeSpec spec{make_tree(params), {}, {}, {}, {}, {}, {0}};
  for (const model::PcieNode& node : spec.tree.nodes())
    spec.parts.switches.push_back(switch_params(params, spec.tree, node));
  const core::Bytes largest = std::max(params.gpu.largest_payload(), params.host.largest_payload());
  check_payloads(params, largest, spec.parts.switches);
  params.gpu.port.validate("node.gpu", largest);
  params.host.port.validate("node.host", largest);
  for (unsigned number = 0; number < spec.tree.device_count(); ++number)
    spec.parts.bars.push_back(leaf(params, spec.tree.node(spec.tree.device_node(number)).name).bar);
  spec.endpoints.assign(params.gpus, params.gpu);
  spec.endpoints.push_back(params.host);
  spec.cards.assign(params.nics, params.nic);
  spec.gpus.resize(params.gpus);
  spec.nics.resize(params.nics);
  std::iota(spec.gpus.begin(), spec.gpus.end(), 0u);
  std::iota(spec.nics.begin(), spec.nics.end(), 0u);
  return spec;
}

bool has(const model::MachinePlan& plan, const model::PlannedTree& tree, DeviceKind kind) {
  return std::any_of(tree.devices.begin(), tree.devices.end(),
                     [&](unsigned device) { return plan.devices[device].kind == kind; });
}

/// Adds a host's memory below the first root complex of each tree, or else below the first switch
/// that is a root.
void add_hosts(model::MachinePlan& plan, bool full) {
  const std::vector<model::PlannedTree> trees = model::pcie_trees(plan);
  for (const model::PlannedTree& tree : trees) {
    if (has(plan, tree, DeviceKind::kHost)) continue;
    model::PlannedDevice host;
    const std::string& root = plan.devices[tree.devices[0]].name;
    // The name includes its root's, if a node may have no module of its own: there the program
    // "host" exists too.
    const bool alone = trees.size() == 1 && !full;
    host.name = alone ? "host" : root + "_host";
    host.kind = DeviceKind::kHost;
    const auto number = static_cast<unsigned>(plan.devices.size());
    const model::LinkSpec bus{model::LinkFamily::kBare, 0, 0,
                              ClusterNodeParams().host.port.link.rate};
    plan.links.push_back({tree.devices[0], number, bus, true, {}});
    plan.devices.push_back(std::move(host));
  }
}

/// Returns, by device of the plan, its index in `devices`.
std::vector<unsigned> numbers(const model::MachinePlan& plan,
                              const std::vector<unsigned>& devices) {
  std::vector<unsigned> found(plan.devices.size());
  unsigned next = 0;
  for (const unsigned device : devices) found[device] = next++;
  return found;
}

/// `hosts`: the hosts of the node, in the order of their numbers.
PlannedTreeParams tree_params(const model::MachinePlan& plan, const model::PlannedTree& planned,
                              const std::vector<unsigned>& hosts) {
  PlannedTreeParams params{planned.tree, planned_params(plan, planned), {}, {}, {}};
  const std::vector<unsigned> gpus = numbers(plan, plan.of_kind(DeviceKind::kGpu));
  const std::vector<unsigned> nics = numbers(plan, plan.nics());
  const std::vector<unsigned> number_of_host = numbers(plan, hosts);
  for (unsigned number = 0; number < planned.tree.device_count(); ++number) {
    const unsigned device = planned.devices[planned.tree.device_node(number)];
    const DeviceKind kind = plan.devices[device].kind;
    if (kind == DeviceKind::kGpu) params.gpus.push_back(gpus[device]);
    if (kind == DeviceKind::kNic) params.nics.push_back(nics[device]);
    if (kind == DeviceKind::kHost || kind == DeviceKind::kDevice)
      params.hosts.push_back(number_of_host[device]);
  }
  params.endpoints = static_cast<unsigned>(params.gpus.size() + params.hosts.size());
  return params;
}

}  // namespace

ClusterNodeParams::ClusterNodeParams() {
  // A processor's memory has a link of its own, which must not limit a single slot.
  host.port.link.rate = core::gigabytes_per_second(25.6);
}

void ClusterNodeParams::use(model::MachinePlan plan, bool full, bool all_nics) {
  gpus = static_cast<unsigned>(plan.of_kind(DeviceKind::kGpu).size());
  nics = static_cast<unsigned>(plan.of_kind(DeviceKind::kNic).size());
  const bool some_trees = gpus > 0 && !plan.has(model::LinkFamily::kNvlink);
  if (some_trees) tree_of_gpus(plan);  // throws unless all are on one
  std::vector<unsigned> hosts = plan.of_kind(DeviceKind::kHost);
  const std::vector<unsigned> devices = plan.of_kind(DeviceKind::kDevice);
  hosts.insert(hosts.end(), devices.begin(), devices.end());
  PlannedNodeParams& node = planned.emplace(plan);
  const auto known = static_cast<unsigned>(plan.devices.size());
  add_hosts(plan, full);
  for (unsigned added = known; added < plan.devices.size(); ++added) hosts.push_back(added);
  if (all_nics) node.networked = nics;
  if (plan.network) node.networked = static_cast<unsigned>(plan.network->nics.size());
  std::size_t cards = 0;
  for (const model::PlannedTree& tree : model::pcie_trees(plan)) {
    if (some_trees && !has(plan, tree, DeviceKind::kGpu)) continue;
    node.trees.push_back(tree_params(plan, tree, hosts));
    cards += node.trees.back().nics.size();
  }
  if (cards != nics)
    core::fail_config("", "machine", plan.name, "all NICs on the PCIe trees of the GPUs",
                      "a node of a network consists of these trees only");
  if (full) node.gpus.emplace(plan);
}

void ClusterNodeParams::preset(const core::ParamScope& scope) const {
  if (planned && planned->gpus) planned->gpus->add_preset(scope);
}

void PlannedNodeParams::declare(const core::ParamScope& scope) {
  if (gpus) gpus->declare(scope);
  for (PlannedTreeParams& tree : trees) {
    if (gpus) gpus->cover(tree.parts, tree.tree, tree.gpus.size());
    tree.parts.declare_first(tree.endpoints, tree.tree, scope);
    for (unsigned gpu = 0; gpus && gpu < tree.gpus.size(); ++gpu)
      scope.relate(tree.tree.node(tree.tree.device_node(gpu)).name + ".bar",
                   core::ParamRelation::Kind::kAtLeast, {"pages.memory"});
  }
  memories.declare(scope);
  p2p.declare(scope);
  staging.declare(scope.child("staging"));
  if (!gpus) engines.declare(scope);
  for (PlannedTreeParams& tree : trees) {
    for (pcie::EndpointTreeParams::Node& node : tree.parts.nodes) engines.set(node.endpoint);
    tree.parts.acs_redirect = p2p.acs == "redirect";
    if (tree.parts.acs_redirect) require_redirect(tree.tree);
  }
}

void ClusterNodeParams::declare(const core::ParamScope& scope) {
  if (planned) {
    planned->declare(scope);
  } else {
    core::ParamGroup::declare(scope);
    root.declare(scope.child("root"));
    plx.declare(scope.child("plx"));
    host.declare(scope.child("host"));
    gpu.declare(scope.child("gpu"));
  }
  nic.declare(scope.child("nic"));
  software.declare(scope.child("software"));
}

std::vector<NodeTreeSpec> node_trees(const ClusterNodeParams& params) {
  if (!params.planned) return {counted_tree(params)};
  std::vector<NodeTreeSpec> specs;
  for (const PlannedTreeParams& tree : params.planned->trees)
    specs.push_back(planned_tree(params, tree));
  return specs;
}

}  // namespace gf::platforms::cluster
