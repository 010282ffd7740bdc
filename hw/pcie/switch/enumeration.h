// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/units.h"
#include "hw/pcie/port/routing_table.h"
#include "tlm_models/topology/pcie/pcie_tree.h"

namespace gf::hw::pcie {

/// Type-1 configuration header of a bridge: the buses and addresses that it routes [P1 7.5.1.3].
struct BridgeHeader {
  unsigned primary_bus = 0;
  unsigned secondary_bus = 0;
  unsigned subordinate_bus = 0;
  AddressWindow memory;  ///< Base and limit, multiples of 1 MiB.
};

/// The values that enumeration writes into one node.
struct NodeConfiguration {
  DeviceId id = 0;                    ///< Devices: bus, device 0, function 0.
  AddressWindow window;               ///< Devices: base address register. Others: all below.
  std::vector<BridgeHeader> bridges;  ///< Switch, root complex: one per downstream port.
  RoutingTable routing;               ///< Made from the bridges.
};

/// Enumerates a tree as firmware does. Buses are assigned depth first: a switch takes one for its
/// inside and one for each downstream link. Base addresses are assigned in the same order,
/// naturally aligned, with bridge windows around them. `bars`: window size by device number, powers
/// of two from 1 MiB.
/// Windows lie between 2 GiB and 4 GiB if they fit (headers of 3 DW), else from 1 TiB on (4 DW). A
/// bus number may exceed 255: a larger tree stands for several PCI segment groups.
/// `acs_redirect`: switches send packets between their downstream ports up, and root complexes send
/// them back.
/// Returns the configurations by node index of the tree.
std::vector<NodeConfiguration> enumerate(const model::PcieTree& tree,
                                         const std::vector<core::Bytes>& bars,
                                         bool acs_redirect = false);

}  // namespace gf::hw::pcie
