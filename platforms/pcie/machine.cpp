// SPDX-License-Identifier: Apache-2.0
#include "platforms/pcie/machine.h"

#include <algorithm>

#include "core/error.h"
#include "platforms/pcie/tree_graph.h"

namespace gf::platforms::pcie {

using model::PcieNode;
using model::PcieNodeKind;

MachineParams::MachineParams(const model::PcieTree& tree) : nodes(tree.nodes().size()) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const PcieNode& node = tree.nodes()[i];
    const bool has_upstream = node.parent != model::kNoPcieNode;
    nodes[i].bridge.ports.resize(node.children.size() + (has_upstream ? 1 : 0));
    if (node.kind == PcieNodeKind::kRootComplex) {
      nodes[i].bridge.split_payload = core::Bytes(64);  // [SC16], III-B
    }
  }
}

void MachineParams::declare(const model::PcieTree& tree, const core::ParamScope& root) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const PcieNode& node = tree.nodes()[i];
    const core::ParamScope scope = root.child(node.name);
    if (node.kind == PcieNodeKind::kGpu) {
      nodes[i].endpoint.declare(scope);
      continue;
    }
    nodes[i].bridge.declare(scope);
    for (std::size_t port = 0; port < nodes[i].bridge.ports.size(); ++port) {
      nodes[i].bridge.ports[port].declare(scope.child("port_" + std::to_string(port)));
    }
  }
}

namespace {

/// Each component by itself, and that every receive buffer can hold what any GPU sends: a TLP that
/// cannot be held would wait for credit for ever.
void check(const model::PcieTree& tree, const MachineParams& params) {
  core::Bytes largest;
  for (unsigned gpu = 0; gpu < tree.gpu_count(); ++gpu) {
    largest = std::max(largest, params.nodes[tree.gpu_node(gpu)].endpoint.largest_payload());
  }
  for (std::size_t i = 0; i < tree.nodes().size(); ++i) {
    const PcieNode& node = tree.nodes()[i];
    if (node.kind == PcieNodeKind::kGpu) {
      params.nodes[i].endpoint.validate(node.name);
      params.nodes[i].endpoint.port.validate(node.name, largest);
    } else if (params.nodes[i].bridge.max_payload < largest) {
      core::fail_config(node.name, "max_payload", core::to_text(params.nodes[i].bridge.max_payload),
                        "at least " + core::to_text(largest) + ", the largest payload of a GPU",
                        "raise it, or lower the GPUs' max_payload");
    }
  }
}

}  // namespace

Machine::Machine(const model::PcieTree& tree, const MachineParams& params, std::uint64_t seed,
                 Gpus gpus)
    : tree_(tree),
      params_(params),
      seed_(seed),
      switches_(tree.nodes().size()),
      gpus_(tree.gpu_count()) {
  check(tree_, params_);
  std::vector<core::Bytes> bars(tree.gpu_count());
  for (unsigned gpu = 0; gpu < tree.gpu_count(); ++gpu) {
    bars[gpu] = params_.nodes[tree.gpu_node(gpu)].endpoint.bar;
  }
  configuration_ = hw::pcie::enumerate(tree_, bars);
  for (unsigned i = 0; i < tree_.nodes().size(); ++i) {
    const PcieNode& node = tree_.node(i);
    if (node.kind != PcieNodeKind::kGpu) {
      make_switch(i);
    } else if (gpus == Gpus::kHere) {
      make_gpu(node.gpu, node.name);
    }
  }
  if (gpus == Gpus::kHere) join();
}

hw::pcie::Endpoint& Machine::make_gpu(unsigned number, const std::string& name) {
  const unsigned index = tree_.gpu_node(number);
  gpus_[number] = std::make_unique<hw::pcie::Endpoint>(name.c_str(), params_.nodes[index].endpoint,
                                                       seed_, pool_);
  gpus_[number]->configure(configuration_[index].id, configuration_[index].window);
  return *gpus_[number];
}

void Machine::make_switch(unsigned index) {
  const PcieNode& node = tree_.node(index);
  const int upstream = node.parent == model::kNoPcieNode ? -1 : static_cast<int>(node.up_port());
  switches_[index] =
      std::make_unique<hw::pcie::Switch>(node.name.c_str(), params_.nodes[index].bridge, upstream,
                                         configuration_[index].routing, seed_, pool_);
}

void Machine::join() {
  for (unsigned i = 1; i < tree_.nodes().size(); ++i) connect(i);
}

void Machine::connect(unsigned child) {
  const PcieNode& node = tree_.node(child);
  hw::pcie::Switch& parent = *switches_[node.parent];
  const bool is_gpu = node.kind == PcieNodeKind::kGpu;
  hw::pcie::Egress& up =
      is_gpu ? gpus_[node.gpu]->egress : switches_[child]->egress(node.up_port());
  hw::link::Receiver& down =
      is_gpu ? gpus_[node.gpu]->rx : switches_[child]->ingress(node.up_port()).rx;
  up.tx.connect(parent.ingress(node.parent_port).rx);
  parent.egress(node.parent_port).tx.connect(down);
}

hw::pcie::Egress& Machine::to_gpu(unsigned number) {
  const PcieNode& node = tree_.node(tree_.gpu_node(number));
  return switches_[node.parent]->egress(node.parent_port);
}

void Machine::add_to(Graph& graph, const std::function<std::string(unsigned)>& gpu_name) const {
  const auto node = [&](unsigned i) -> Graph::Node {
    const PcieNode& at = tree_.node(i);
    if (switches_[i] == nullptr) return {gpu_name(at.gpu), "gpu", at.gpu};
    return {switches_[i]->name(), std::string(model::to_text(at.kind))};
  };
  const auto tx = [&](unsigned i, unsigned port) -> const hw::link::Transmitter& {
    if (switches_[i] == nullptr) return gpus_[tree_.node(i).gpu]->egress.tx;
    return switches_[i]->egress(port).tx;
  };
  add_tree(graph, tree_, node, tx);
}

std::uint64_t Machine::tlp_hops() const {
  std::uint64_t hops = 0;
  for (const auto& gpu : gpus_) hops += gpu->egress.tx.stats().packets.value();
  for (const auto& bridge : switches_) {
    for (unsigned port = 0; bridge != nullptr && port < bridge->port_count(); ++port) {
      hops += bridge->egress(port).tx.stats().packets.value();
    }
  }
  return hops;
}

}  // namespace gf::platforms::pcie
