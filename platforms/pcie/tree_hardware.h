// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "hw/pcie/device/device_port.h"
#include "hw/pcie/port/tlp_pool.h"
#include "hw/pcie/switch/enumeration.h"
#include "hw/pcie/switch/pcie_switch.h"
#include "platforms/graph.h"
#include "tlm_models/link/protocol.h"
#include "tlm_models/topology/pcie/pcie_tree.h"

namespace gf::platforms::pcie {

/// What a tree needs to know of its nodes before there is hardware.
struct TreeParts {
  std::vector<hw::pcie::SwitchParams> switches;  ///< By node index; those at devices are unused.
  std::vector<core::Bytes> bars;                 ///< Windows, by device number.
};

/// The hardware of a PCIe tree, enumerated and wired. Switches and root complex are made here,
/// below the module that is being constructed and named as in the tree, so that statistics, probes
/// and parameters have the same paths. Devices are their owners': attach() each, then join().
class TreeHardware {
 public:
  /// Makes and attaches what sits at device `number`.
  using DeviceFactory = std::function<void(TreeHardware& here, unsigned number)>;
  /// Nodes are made in the tree's order, with a factory devices too; else they come later.
  TreeHardware(const model::PcieTree& tree, const TreeParts& parts, std::uint64_t seed,
               const DeviceFactory& make_device = {});

  /// `port` is that of device `number`; it learns what enumeration found.
  void attach(unsigned number, hw::pcie::DevicePort& port);
  /// One direction of a link goes in by `in` and comes out by `out`.
  struct Interposer {
    model::LinkTargetSocket& in;
    model::LinkInitiatorSocket& out;
  };
  /// Puts something into the link of device `number`. Before join().
  void interpose(unsigned number, Interposer from_device, Interposer to_device);
  void join();  ///< Wires everything. Precondition: each device is attached.

  [[nodiscard]] const model::PcieTree& tree() const { return tree_; }
  [[nodiscard]] const std::vector<hw::pcie::NodeConfiguration>& configuration() const {
    return configuration_;
  }
  [[nodiscard]] hw::pcie::TlpPool& pool() { return pool_; }
  /// Adds all of it, parents first, children in the order of their ports: `device(number)` is what
  /// stands for a device; switches are drawn within `group`.
  void add_to(Graph& graph, const std::function<Graph::Node(unsigned)>& device,
              const std::string& group = {}) const;
  /// The sending side of a port of node `index`; a device has the one port 0.
  [[nodiscard]] hw::link::Transmitter& tx(unsigned index, unsigned port) const;
  /// TLPs that crossed a link, all links together.
  [[nodiscard]] std::uint64_t tlp_hops() const;

 private:
  struct Interposed {
    Interposer from_device, to_device;
  };
  void make_switch(unsigned index, const hw::pcie::SwitchParams& params, std::uint64_t seed);
  [[nodiscard]] hw::link::Receiver& rx(unsigned index, unsigned port) const;
  void connect(unsigned child);

  const model::PcieTree tree_;
  hw::pcie::TlpPool pool_;
  const std::vector<hw::pcie::NodeConfiguration> configuration_;
  std::vector<std::unique_ptr<hw::pcie::Switch>> switches_;  ///< By node index; null at devices.
  std::vector<hw::pcie::DevicePort*> devices_;               ///< By device number.
  std::map<unsigned, Interposed> interposed_;                ///< By device number.
};

}  // namespace gf::platforms::pcie
