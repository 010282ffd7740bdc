// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tlm_models/import/found/found_machine.h"
#include "tlm_models/import/found/import_guesses.h"
#include "tlm_models/import/readers/pci_class.h"

namespace gf::model {

/// A function of PCI, as lspci and hwloc list them: a port of a root complex or a switch is a
/// bridge of its own.
struct PciFunction {
  enum class PortType { kUnknown, kRoot, kUpstream, kDownstream, kEndpoint };
  std::string bus_id;
  std::string parent;  ///< Bus id of the bridge above; empty: it is on a root bus.
  std::string root;    ///< Its root bus, "0000:00", which stands for a root complex.
  PciClass kind = PciClass::kOther;
  PortType port_type = PortType::kUnknown;
  std::string name;                ///< "NVIDIA Corporation GA100 [A100 SXM4 40GB]".
  std::string part_id;             ///< "10de:20b0".
  std::string label;               ///< "mlx5_0".
  std::optional<unsigned> number;  ///< Of a GPU.
  std::optional<unsigned> numa;
  bool is_rdma = false;  ///< A NIC that certainly is an RDMA card.
  FoundPort port;        ///< What this port can do.
  FilePlace place;
};

/// Adds root complexes, switches, GPUs and NICs to `machine`. A switch is its upstream port; where
/// types of ports are not given, ports below a root port are upstream and downstream by turns. A
/// link is as fast as the slower one of its two ports. Ethernet cards that import does not know are
/// left out (a guess), and so are further functions of a NIC. Throws UserError (exit 5) with
/// file:line for bridges that lead back to themselves, and like FoundMachine::add().
void add_pci_tree(const std::vector<PciFunction>& functions, FoundMachine& machine,
                  ImportGuesses& guesses);

}  // namespace gf::model
