// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/cluster_node.h"

#include <fmt/format.h>

namespace gf::platforms::cluster {
namespace {

using model::PcieNodeKind;

model::PcieTree make_tree(const ClusterNodeParams& params) {
  params.validate("node");
  std::vector<model::PcieNodeSpec> specs{{"root", PcieNodeKind::kRootComplex, "", 0},
                                         {"host", PcieNodeKind::kDevice, "root", 0}};
  for (unsigned s = 0; s < params.switches; ++s)
    specs.push_back({fmt::format("plx_{}", s), PcieNodeKind::kSwitch, "root", 0});
  const auto hang = [&](const char* kind, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      specs.push_back(
          {fmt::format("{}_{}", kind, i), PcieNodeKind::kDevice,
           params.switches == 0 ? "root" : fmt::format("plx_{}", i * params.switches / count), 0});
    }
  };
  hang("gpu", params.gpus);
  hang("nic", params.nics);
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

pcie::TreeHardware make_hardware(const ClusterNodeParams& params, std::uint64_t seed) {
  const model::PcieTree tree = make_tree(params);
  pcie::TreeParts parts;
  for (const model::PcieNode& node : tree.nodes())
    parts.switches.push_back(switch_params(params, tree, node));
  for (unsigned number = 0; number < tree.device_count(); ++number)
    parts.bars.push_back(leaf(params, tree.node(tree.device_node(number)).name).bar);
  return {tree, parts, seed};
}

}  // namespace

ClusterNodeParams::ClusterNodeParams() {
  // A processor's memory is behind a link of its own, which is no bottleneck of one slot.
  host.port.link.rate = core::gigabytes_per_second(25.6);
}

void ClusterNodeParams::declare(const core::ParamScope& scope) {
  core::ParamGroup::declare(scope);
  root.declare(scope.child("root"));
  plx.declare(scope.child("plx"));
  host.declare(scope.child("host"));
  gpu.declare(scope.child("gpu"));
  nic.declare(scope.child("nic"));
  software.declare(scope.child("software"));
}

ClusterNode::ClusterNode(const sc_core::sc_module_name& name, const ClusterNodeParams& params,
                         unsigned first_card, std::uint64_t seed, hw::nic::SegmentPool& segments)
    : sc_module(name), tree_(make_hardware(params, seed)) {
  host_ = std::make_unique<hw::pcie::Endpoint>("host", params.host, seed, tree_.pool());
  tree_.attach(device("host"), *host_);
  for (unsigned i = 0; i < params.gpus; ++i) {
    const std::string gpu = fmt::format("gpu_{}", i);
    gpus_.push_back(
        std::make_unique<hw::pcie::Endpoint>(gpu.c_str(), params.gpu, seed, tree_.pool()));
    tree_.attach(device(gpu), *gpus_.back());
  }
  software_ = std::make_unique<model::VerbsHost>("software", params.software);
  software_->pcie.socket.bind(host_->requester.socket);
  for (unsigned i = 0; i < params.nics; ++i) {
    const std::string nic = fmt::format("nic_{}", i);
    nics_.push_back(std::make_unique<hw::nic::Nic>(nic.c_str(), params.nic, first_card + i, seed,
                                                   tree_.pool(), segments));
    tree_.attach(device(nic), nics_.back()->port);
    nics_.back()->attach_host(host_->window().first, software_->add_card(*nics_.back()));
  }
  tree_.join();
}

void ClusterNode::add_to(Graph& graph) const {
  const auto device_node = [this](unsigned number) -> Graph::Node {
    const std::string& device = tree_.tree().node(tree_.tree().device_node(number)).name;
    const std::string kind = device.substr(0, device.find('_'));  // "host", "gpu" or "nic"
    return {std::string(name()) + '.' + device, kind == "nic" ? "card" : kind, {}, name()};
  };
  tree_.add_to(graph, device_node, name());
}

unsigned ClusterNode::device(const std::string& name) const {
  const model::PcieTree& tree = tree_.tree();
  return tree.node(tree.find(name)).device;
}

}  // namespace gf::platforms::cluster
