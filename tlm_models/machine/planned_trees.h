// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/topology/pcie/pcie_tree.h"

namespace gf::model {

/// A PCIe tree of a machine: all devices below one root complex, below several connected by socket
/// links, or below a switch that has no root complex.
struct PlannedTree {
  PcieTree tree;
  std::vector<unsigned> devices;       ///< Device of the machine, by node of the tree.
  std::vector<const PlannedLink*> up;  ///< Upward link of each node, in the plan; null at the root.
};

/// Returns all trees, in the order of their roots in the machine. Socket links connect root
/// complexes to trees; there is one route between two of them. Throws UserError (exit 5) with
/// file:line for socket links in a ring, and the errors of PcieTree. `plan` must outlive the
/// result.
std::vector<PlannedTree> pcie_trees(const MachinePlan& plan);

}  // namespace gf::model
