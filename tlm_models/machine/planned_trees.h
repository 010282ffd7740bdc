// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
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
  std::vector<const PlannedLink*> cross;  ///< Of each cross link of the tree, from its `a` to `b`.
};

/// Returns all trees, in the order of their roots in the machine. Socket links connect root
/// complexes to trees; those that would close a ring are cross links. Throws the errors of
/// PcieTree. `plan` must outlive the result.
std::vector<PlannedTree> pcie_trees(const MachinePlan& plan);

/// Returns, by GPU as in schedules, the number of the host nearest to it: that with the fewest hops
/// on the GPU's tree, and the first of those. Empty: no host is on its tree, or it is on none.
std::vector<std::optional<unsigned>> near_hosts(const MachinePlan& plan);

}  // namespace gf::model
