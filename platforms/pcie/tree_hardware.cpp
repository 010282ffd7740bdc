// SPDX-License-Identifier: Apache-2.0
#include "platforms/pcie/tree_hardware.h"

#include "core/error.h"

namespace gf::platforms::pcie {

using model::PcieNode;
using model::PcieNodeKind;

TreeHardware::TreeHardware(const model::PcieTree& tree, const TreeParts& parts, std::uint64_t seed)
    : tree_(tree),
      configuration_(hw::pcie::enumerate(tree, parts.bars)),
      switches_(tree.nodes().size()),
      devices_(tree.device_count()) {
  for (unsigned i = 0; i < tree_.nodes().size(); ++i) {
    if (tree_.node(i).kind != PcieNodeKind::kDevice) make_switch(i, parts.switches[i], seed);
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
  for (unsigned i = 1; i < tree_.nodes().size(); ++i) connect(i);
}

namespace {

void connect_through(hw::link::Transmitter& tx, TreeHardware::Interposer between,
                     hw::link::Receiver& rx) {
  tx.connect(rx, between.in);
  between.out.bind(rx.in);
}

}  // namespace

void TreeHardware::connect(unsigned child) {
  const PcieNode& node = tree_.node(child);
  hw::pcie::Switch& parent = *switches_[node.parent];
  hw::link::Transmitter& down_tx = parent.egress(node.parent_port).tx;
  hw::link::Receiver& up_rx = parent.ingress(node.parent_port).rx;
  if (node.kind != PcieNodeKind::kDevice) {
    switches_[child]->egress(node.up_port()).tx.connect(up_rx);
    down_tx.connect(switches_[child]->ingress(node.up_port()).rx);
    return;
  }
  GF_CHECK(devices_[node.device] != nullptr, node.name + ": nothing is attached");
  hw::pcie::DevicePort& device = *devices_[node.device];
  const auto between = interposed_.find(node.device);
  if (between == interposed_.end()) {
    device.egress.tx.connect(up_rx);
    down_tx.connect(device.rx);
  } else {
    connect_through(device.egress.tx, between->second.up, up_rx);
    connect_through(down_tx, between->second.down, device.rx);
  }
}

hw::pcie::Egress& TreeHardware::to_device(unsigned number) {
  const PcieNode& node = tree_.node(tree_.device_node(number));
  return switches_[node.parent]->egress(node.parent_port);
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
