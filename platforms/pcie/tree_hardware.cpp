// SPDX-License-Identifier: Apache-2.0
#include "platforms/pcie/tree_hardware.h"

#include "core/base/error.h"

namespace gf::platforms::pcie {

using model::PcieNode;
using model::PcieNodeKind;

TreeHardware::TreeHardware(const model::PcieTree& tree, const TreeParts& parts, std::uint64_t seed,
                           const DeviceFactory& make_device)
    : tree_(tree),
      configuration_(hw::pcie::enumerate(tree, parts.bars, parts.acs_redirect)),
      switches_(tree.nodes().size()),
      devices_(tree.device_count()) {
  // Devices are made among the switches, in the order of the tree: reports list modules in the
  // order of their construction (core/text/name_order.h).
  for (unsigned i = 0; i < tree_.nodes().size(); ++i) {
    const PcieNode& node = tree_.node(i);
    if (node.kind != PcieNodeKind::kDevice) {
      make_switch(i, parts.switches[i], seed);
    } else if (make_device) {
      make_device(*this, node.device);
    }
  }
}

void TreeHardware::make_switch(unsigned index, const hw::pcie::SwitchParams& params,
                               std::uint64_t seed) {
  const PcieNode& node = tree_.node(index);
  const int upstream = node.parent == model::kNoPcieNode ? -1 : static_cast<int>(node.up_port());
  switches_[index] = std::make_unique<hw::pcie::Switch>(node.name.c_str(), params, upstream,
                                                        configuration_[index].routing, seed, pool_);
}

void TreeHardware::attach(unsigned number, hw::pcie::DevicePort& port) {
  const hw::pcie::NodeConfiguration& found = configuration_[tree_.device_node(number)];
  port.configure(found.id, found.window);
  devices_[number] = &port;
}

void TreeHardware::interpose(unsigned number, Interposer from_device, Interposer to_device) {
  interposed_.emplace(number, Interposed{from_device, to_device});
}

void TreeHardware::join() {
  // Connects each node to its parent; node 0 is the root, which has none.
  for (unsigned i = 1; i < tree_.nodes().size(); ++i) connect(i);
  for (const model::RootLink& link : tree_.cross_links()) {
    tx(link.a, link.a_port).connect(rx(link.b, link.b_port));
    tx(link.b, link.b_port).connect(rx(link.a, link.a_port));
  }
}

hw::link::Transmitter& TreeHardware::tx(unsigned index, unsigned port) const {
  const PcieNode& node = tree_.node(index);
  const bool device = node.kind == PcieNodeKind::kDevice;
  return device ? devices_[node.device]->egress.tx : switches_[index]->egress(port).tx;
}

hw::link::Receiver& TreeHardware::rx(unsigned index, unsigned port) const {
  const PcieNode& node = tree_.node(index);
  const bool device = node.kind == PcieNodeKind::kDevice;
  return device ? devices_[node.device]->rx : switches_[index]->ingress(port).rx;
}

void TreeHardware::connect(unsigned child) {
  const PcieNode& node = tree_.node(child);
  GF_CHECK(node.kind != PcieNodeKind::kDevice || devices_[node.device] != nullptr,
           node.name + ": nothing is attached");
  hw::link::Transmitter& up = tx(child, node.up_port());
  hw::link::Transmitter& down = tx(node.parent, node.parent_port);
  hw::link::Receiver& above = rx(node.parent, node.parent_port);
  hw::link::Receiver& below = rx(child, node.up_port());
  const auto between = interposed_.find(node.device);
  if (between == interposed_.end()) {
    up.connect(above);
    down.connect(below);
    return;
  }
  const auto& [from_device, to_device] = between->second;
  up.connect(above, from_device.in);
  from_device.out.bind(above.in);
  down.connect(below, to_device.in);
  to_device.out.bind(below.in);
}

void TreeHardware::add_to(Graph& graph, const std::function<Graph::Node(unsigned)>& device,
                          const std::string& group) const {
  std::vector<std::string> names;
  for (unsigned i = 0; i < tree_.nodes().size(); ++i) {
    const PcieNode& node = tree_.node(i);
    graph.nodes.push_back(
        node.kind == PcieNodeKind::kDevice
            ? device(node.device)
            : Graph::Node{switches_[i]->name(), std::string(to_text(node.kind)), {}, group});
    names.push_back(graph.nodes.back().name);
    // A node comes after its parent, whose name is known by now.
    if (node.parent == model::kNoPcieNode) continue;
    const bool socket = tree_.is_socket(i);
    graph.links.push_back({socket ? "socket" : "pcie",
                           {names[node.parent], node.parent_port},
                           {names[i], node.up_port()},
                           direction(tx(node.parent, node.parent_port)),
                           direction(tx(i, node.up_port())),
                           0,
                           !socket});
  }
  for (const model::RootLink& link : tree_.cross_links())
    graph.links.push_back({"socket",
                           {names[link.a], link.a_port},
                           {names[link.b], link.b_port},
                           direction(tx(link.a, link.a_port)),
                           direction(tx(link.b, link.b_port)),
                           0,
                           false});
}

std::uint64_t TreeHardware::tlp_hops() const {
  std::uint64_t hops = 0;
  for (const hw::pcie::DevicePort* device : devices_) {
    hops += device->egress.tx.stats().packets.value();
  }
  for (const auto& bridge : switches_) {
    for (unsigned port = 0; bridge != nullptr && port < bridge->port_count(); ++port) {
      hops += bridge->egress(port).tx.stats().packets.value();
    }
  }
  return hops;
}

}  // namespace gf::platforms::pcie
