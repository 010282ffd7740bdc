// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/cluster_node.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "core/error.h"
#include "platforms/cluster/planned_node.h"
#include "platforms/cluster/planned_ports.h"

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

/// Port and window of what is called `name`; a switch hangs on a link like a GPU's.
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

/// Throws UserError unless what cards send, and `largest` of all others, fits every switch and
/// every receive buffer: a TLP that cannot be held would wait for credit for ever.
void check_payloads(const ClusterNodeParams& params, core::Bytes largest,
                    const std::vector<hw::pcie::SwitchParams>& switches) {
  largest = std::max<core::Bytes>(largest, params.nic.pcie.max_payload);
  for (const hw::pcie::SwitchParams& one : switches) {
    if (one.ports.empty() || one.max_payload >= largest) continue;
    core::fail_config("node", "max_payload", core::to_text(one.max_payload),
                      "at least " + core::to_text(largest) + ", the largest payload of a device",
                      "raise it at root complex and switches, or lower the devices'");
  }
  params.nic.pcie.port.validate("node.nic.pcie", largest);
}

pcie::TreeHardware planned_hardware(const ClusterNodeParams& params, std::uint64_t seed) {
  const PlannedNodeParams& planned = *params.planned;
  pcie::TreeParts parts = planned.parts.parts(planned.tree);
  for (unsigned card = params.gpus + 1; card < planned.tree.device_count(); ++card)
    parts.bars[card] = params.nic.pcie.bar;
  check_payloads(params, core::Bytes(0), parts.switches);
  return {planned.tree, parts, seed};
}

pcie::TreeHardware make_hardware(const ClusterNodeParams& params, std::uint64_t seed) {
  if (params.planned) return planned_hardware(params, seed);
  const model::PcieTree tree = make_tree(params);
  pcie::TreeParts parts;
  for (const model::PcieNode& node : tree.nodes())
    parts.switches.push_back(switch_params(params, tree, node));
  const core::Bytes largest = std::max(params.gpu.largest_payload(), params.host.largest_payload());
  check_payloads(params, largest, parts.switches);
  params.gpu.port.validate("node.gpu", largest);
  params.host.port.validate("node.host", largest);
  for (unsigned number = 0; number < tree.device_count(); ++number)
    parts.bars.push_back(leaf(params, tree.node(tree.device_node(number)).name).bar);
  return {tree, parts, seed};
}

/// Hangs a host's memory below the first root complex, or else the first switch that is a root.
void add_host(model::MachinePlan& plan) {
  const model::PlannedTree tree = tree_of_gpus(plan);
  model::PlannedDevice host;
  host.name = "host";
  host.kind = DeviceKind::kHost;
  const auto number = static_cast<unsigned>(plan.devices.size());
  const model::LinkSpec bus{model::LinkFamily::kBare, 0, 0,
                            ClusterNodeParams().host.port.link.rate};
  plan.links.push_back({tree.devices[0], number, bus, true, {}});
  plan.devices.push_back(std::move(host));
}

}  // namespace

ClusterNodeParams::ClusterNodeParams() {
  // A processor's memory is behind a link of its own, which is no bottleneck of one slot.
  host.port.link.rate = core::gigabytes_per_second(25.6);
}

void ClusterNodeParams::use(model::MachinePlan plan) {
  if (plan.of_kind(DeviceKind::kHost).empty()) add_host(plan);
  const model::PlannedTree tree = tree_of_gpus(plan);
  gpus = static_cast<unsigned>(plan.of_kind(DeviceKind::kGpu).size());
  nics = static_cast<unsigned>(plan.of_kind(DeviceKind::kNic).size());
  const std::size_t hosts = plan.of_kind(DeviceKind::kHost).size();
  if (hosts != 1 || tree.tree.device_count() != gpus + 1 + nics)
    core::fail_config("", "machine", plan.name,
                      "one host at most, and all NICs on the PCIe tree of the GPUs",
                      "as a node of a network a machine is one such tree");
  planned.emplace(PlannedNodeParams{tree.tree, planned_params(tree)});
}

void ClusterNodeParams::declare(const core::ParamScope& scope) {
  if (planned) {
    planned->parts.declare_first(gpus + 1, planned->tree, scope);
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

namespace {

/// What device `number` of a planned node is made from, or else what all of its kind are.
const hw::pcie::EndpointParams& endpoint_of(const ClusterNodeParams& params, unsigned number) {
  if (!params.planned) return number < params.gpus ? params.gpu : params.host;
  return params.planned->parts.nodes[params.planned->tree.device_node(number)].endpoint;
}

hw::nic::NicParams card_of(const ClusterNodeParams& params, unsigned number) {
  hw::nic::NicParams card = params.nic;
  if (params.planned) card.pcie.port = endpoint_of(params, number).port;
  return card;
}

}  // namespace

ClusterNode::ClusterNode(const sc_core::sc_module_name& name, const ClusterNodeParams& params,
                         unsigned first_card, std::uint64_t seed, hw::nic::SegmentPool& segments)
    : sc_module(name), tree_(make_hardware(params, seed)) {
  const auto endpoint = [&](unsigned number) {
    auto made = std::make_unique<hw::pcie::Endpoint>(
        name_of(number).c_str(), endpoint_of(params, number), seed, tree_.pool());
    tree_.attach(number, *made);
    return made;
  };
  host_ = endpoint(params.gpus);
  for (unsigned i = 0; i < params.gpus; ++i) gpus_.push_back(endpoint(i));
  software_ = std::make_unique<model::VerbsHost>("software", params.software);
  software_->pcie.socket.bind(host_->requester.socket);
  for (unsigned i = 0; i < params.nics; ++i) {
    const unsigned number = params.gpus + 1 + i;
    nics_.push_back(std::make_unique<hw::nic::Nic>(name_of(number).c_str(), card_of(params, number),
                                                   first_card + i, seed, tree_.pool(), segments));
    tree_.attach(number, nics_.back()->port);
    nics_.back()->attach_host(host_->window().first, software_->add_card(*nics_.back()));
  }
  tree_.join();
  find_nearest();
}

void ClusterNode::find_nearest() {
  std::vector<unsigned> shared(nics());
  for (unsigned gpu = 0; gpu < gpus(); ++gpu) {
    const auto cost = [&](unsigned nic) {
      return std::pair(tree_.tree().path(gpu, gpus() + 1 + nic).size(), shared[nic]);
    };
    unsigned best = 0;
    for (unsigned nic = 1; nic < nics(); ++nic)
      if (cost(nic) < cost(best)) best = nic;
    if (nics() > 0) ++shared[best];
    nearest_.push_back(best);
  }
}

hw::link::Transmitter& ClusterNode::to_gpu(unsigned i) const {
  const model::PcieNode& node = tree_.tree().node(tree_.tree().device_node(i));
  return tree_.tx(node.parent, node.parent_port);
}

void ClusterNode::add_to(Graph& graph) const {
  const auto device_node = [this](unsigned number) -> Graph::Node {
    const char* kind = number < gpus() ? "gpu" : number == gpus() ? "host" : "card";
    return {std::string(name()) + '.' + name_of(number), kind, {}, name()};
  };
  tree_.add_to(graph, device_node, name());
}

const std::string& ClusterNode::name_of(unsigned device) const {
  return tree_.tree().node(tree_.tree().device_node(device)).name;
}

}  // namespace gf::platforms::cluster
