// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "core/stats/result_value.h"
#include "hw/pcie/device/device_port.h"
#include "hw/pcie/port/tlp_pool.h"
#include "hw/pcie/switch/enumeration.h"
#include "hw/pcie/switch/pcie_switch.h"
#include "platforms/graph.h"
#include "tlm_models/link/protocol.h"
#include "tlm_models/topology/pcie/pcie_tree.h"

namespace gf::platforms::pcie {

inline constexpr core::OutputNote kTlpHops{"tlp_hops", "count", "link crossings of all TLPs"};

/// Properties of a tree's nodes that are needed before the hardware exists.
struct TreeParts {
  std::vector<hw::pcie::SwitchParams> switches;  ///< By node index; entries of devices are unused.
  std::vector<core::Bytes> bars;                 ///< Window sizes, by device number.
  bool acs_redirect = false;  ///< Switches send packets between their ports to the root complex.
};

/// The hardware of a PCIe tree, enumerated and wired. It makes the switches and the root complex
/// itself, below the module that is being constructed. They are named as in the tree, so
/// statistics, probes and parameters have the same paths. Devices belong to their owners: attach()
/// each, then call join().
class TreeHardware {
 public:
  /// Makes and attaches the device `number`.
  using DeviceFactory = std::function<void(TreeHardware& here, unsigned number)>;
  /// Makes the nodes in the tree's order. With a factory this includes the devices; without one
  /// they are attached later.
  TreeHardware(const model::PcieTree& tree, const TreeParts& parts, std::uint64_t seed,
               const DeviceFactory& make_device = {});

  /// Attaches `port` as device `number` and gives it the ID and window that enumeration assigned.
  void attach(unsigned number, hw::pcie::DevicePort& port);
  /// An element for one direction of a link: packets enter at `in` and leave at `out`.
  struct Interposer {
    model::LinkTargetSocket& in;
    model::LinkInitiatorSocket& out;
  };
  /// Inserts an element into each direction of the link of device `number`. Call before join().
  void interpose(unsigned number, Interposer from_device, Interposer to_device);
  void join();  ///< Wires everything. Precondition: each device is attached.

  [[nodiscard]] const model::PcieTree& tree() const { return tree_; }
  [[nodiscard]] const std::vector<hw::pcie::NodeConfiguration>& configuration() const {
    return configuration_;
  }
  [[nodiscard]] hw::pcie::TlpPool& pool() { return pool_; }
  /// Adds all nodes and links, parents first, children in the order of their ports; cross links
  /// come last.
  /// `device(number)` returns the graph node of a device; switches are drawn within `group`.
  void add_to(Graph& graph, const std::function<Graph::Node(unsigned)>& device,
              const std::string& group = {}) const;
  /// Returns the sending side of a port of node `index`; a device has only port 0.
  [[nodiscard]] hw::link::Transmitter& tx(unsigned index, unsigned port) const;
  /// Returns the number of TLPs sent, summed over all links.
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
