// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/pcie/device/endpoint.h"
#include "hw/pcie/switch/enumeration.h"
#include "hw/pcie/switch/pcie_switch.h"
#include "tests/support/link_monitor.h"
#include "tests/support/tlp_device.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::test {

/// What the ports of a tree have in common.
struct TreeSettings {
  hw::pcie::PortParams port;
  std::string forwarding = "store_and_forward";
  std::string queueing = "fifo";
  std::uint64_t split_payload = 0;  ///< At the root.
  bool endpoints = false;           ///< Leaves are endpoints, else devices that send raw TLPs.
};

/// A PCIe tree with a monitor on both directions of every link; "direct" is two leaves and a link.
class MonitoredTree {
 public:
  MonitoredTree(const std::string& tree, const TreeSettings& settings, std::uint64_t seed)
      : settings_(settings),
        seed_(seed),
        tree_(model::make_pcie_tree(tree == "direct" ? "switch:2" : tree)) {
    nodes_ = hw::pcie::enumerate(
        tree_, std::vector<core::Bytes>(tree_.device_count(), core::mebibytes(1)));
    switches_.resize(tree_.nodes().size());
    for (unsigned gpu = 0; gpu < tree_.device_count(); ++gpu) make_leaf(gpu);
    if (tree == "direct") {
      link(leaf_tx(0), leaf_rx(1));
      link(leaf_tx(1), leaf_rx(0));
      return;
    }
    for (unsigned i = 0; i < tree_.nodes().size(); ++i) make_switch(i);
    for (unsigned i = 1; i < tree_.nodes().size(); ++i) connect(i);
  }

  [[nodiscard]] unsigned leaves() const { return tree_.device_count(); }
  [[nodiscard]] const hw::pcie::AddressWindow& window(unsigned leaf) const {
    return nodes_[tree_.device_node(leaf)].window;
  }
  [[nodiscard]] hw::pcie::DeviceId id(unsigned leaf) const {
    return nodes_[tree_.device_node(leaf)].id;
  }
  TlpDevice& device(unsigned leaf) { return *devices_[leaf]; }
  hw::pcie::Endpoint& endpoint(unsigned leaf) { return *endpoints_[leaf]; }
  hw::pcie::TlpPool& pool() { return pool_; }
  [[nodiscard]] const std::vector<std::unique_ptr<LinkMonitor>>& monitors() const {
    return monitors_;
  }

  /// TLPs that sit in the receive buffers of switches.
  [[nodiscard]] std::uint64_t held_in_switches() const {
    std::uint64_t held = 0;
    for (const auto& bridge : switches_) {
      for (unsigned port = 0; bridge != nullptr && port < bridge->port_count(); ++port) {
        for (unsigned c = 0; c < hw::pcie::kTlpClasses; ++c) {
          held += bridge->ingress(port).rx.held(static_cast<model::CreditClass>(c)).header;
        }
      }
    }
    return held;
  }
  /// TLPs that were sent over a link and not accepted yet, after an error.
  [[nodiscard]] std::uint64_t on_links() const {
    std::uint64_t count = 0;
    for (const auto& monitor : monitors_) count += monitor->sent() - monitor->accepted();
    return count;
  }

 private:
  void make_leaf(unsigned leaf) {
    const std::string name = "leaf_" + std::to_string(leaf);
    if (settings_.endpoints) {
      hw::pcie::EndpointParams params;
      params.port = settings_.port;
      params.bar = core::mebibytes(1);
      endpoints_.push_back(
          std::make_unique<hw::pcie::Endpoint>(name.c_str(), params, seed_, pool_));
      endpoints_.back()->configure(id(leaf), window(leaf));
    } else {
      devices_.push_back(std::make_unique<TlpDevice>(name.c_str(), settings_.port.link,
                                                     settings_.port.credit_limits(), pool_, seed_));
      TlpDevice& device = *devices_.back();
      dllps_.push_back(hw::pcie::make_dllps(name + "_dllps", settings_.port, core::Bytes(256),
                                            device.egress, device.rx));
    }
  }
  void make_switch(unsigned i) {
    const model::PcieNode& node = tree_.node(i);
    if (node.kind == model::PcieNodeKind::kDevice) return;
    hw::pcie::SwitchParams params;
    params.forwarding = settings_.forwarding;
    params.queueing = settings_.queueing;
    const bool root = node.parent == model::kNoPcieNode;
    if (root) params.split_payload = core::Bytes(settings_.split_payload);
    params.ports.assign(node.children.size() + (root ? 0 : 1), settings_.port);
    switches_[i] = std::make_unique<hw::pcie::Switch>(node.name.c_str(), params,
                                                      root ? -1 : static_cast<int>(node.up_port()),
                                                      nodes_[i].routing, seed_, pool_);
  }
  void connect(unsigned child) {
    const model::PcieNode& node = tree_.node(child);
    hw::pcie::Switch& parent = *switches_[node.parent];
    const bool leaf = node.kind == model::PcieNodeKind::kDevice;
    link(leaf ? leaf_tx(node.device) : switches_[child]->egress(node.up_port()).tx,
         parent.ingress(node.parent_port).rx);
    link(parent.egress(node.parent_port).tx,
         leaf ? leaf_rx(node.device) : switches_[child]->ingress(node.up_port()).rx);
  }
  hw::link::Transmitter& leaf_tx(unsigned leaf) {
    return settings_.endpoints ? endpoints_[leaf]->egress.tx : devices_[leaf]->egress.tx;
  }
  hw::link::Receiver& leaf_rx(unsigned leaf) {
    return settings_.endpoints ? endpoints_[leaf]->rx : devices_[leaf]->rx;
  }
  void link(hw::link::Transmitter& tx, hw::link::Receiver& rx) {
    const std::string name = "monitor_" + std::to_string(monitors_.size());
    monitors_.push_back(std::make_unique<LinkMonitor>(name.c_str()));
    tx.out.bind(monitors_.back()->in);
    monitors_.back()->out.bind(rx.in);
  }

  const TreeSettings settings_;
  const std::uint64_t seed_;
  const model::PcieTree tree_;
  hw::pcie::TlpPool pool_;
  std::vector<hw::pcie::NodeConfiguration> nodes_;
  std::vector<std::unique_ptr<hw::pcie::Switch>> switches_;  ///< By node; null at leaves.
  std::vector<std::unique_ptr<TlpDevice>> devices_;
  std::vector<std::unique_ptr<hw::link::DllpSender>> dllps_;  ///< Of devices.
  std::vector<std::unique_ptr<hw::pcie::Endpoint>> endpoints_;
  std::vector<std::unique_ptr<LinkMonitor>> monitors_;
};

}  // namespace gf::test
