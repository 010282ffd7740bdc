// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/topology/pcie/pcie_tree.h"

namespace gf::model {

/// A PCIe tree of a machine: what one root complex, or several that are joined by socket links, or
/// a switch without one, has below it.
struct PlannedTree {
  PcieTree tree;
  std::vector<unsigned> devices;       ///< Of the machine, by node of the tree.
  std::vector<const PlannedLink*> up;  ///< The link of each node up; null at the root. Of the plan.
};

/// All of them, in the order of their roots in the machine. Socket links join root complexes to
/// trees: between two of them there is one way. Throws UserError (exit 5) with file:line for socket
/// links in a ring, and what PcieTree refuses. `plan` outlives what is returned.
std::vector<PlannedTree> pcie_trees(const MachinePlan& plan);

}  // namespace gf::model
