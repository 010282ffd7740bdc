// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "platforms/graph.h"
#include "tlm_models/machine/machine_plan.h"

namespace gf::platforms::cluster {

/// Returns a machine as its file describes it, without hardware: devices, links of every kind,
/// their ports and rates. Ports of a device are numbered in the order of the links; on PCIe trees
/// they have the numbers of the tree. Other machines of its network follow, each once, in groups;
/// names of their devices begin with that of the machine: "storage.nic0".
Graph graph_of(const model::MachinePlan& plan);

/// Returns the other machines of a network, each once.
std::vector<const model::MachinePlan*> other_machines(const model::PlannedNetwork& network);

/// Returns "4 nodes on a torus", or "3 nodes (2 of this machine, 1 of storage) on a torus".
std::string nodes_of(const model::PlannedNetwork& network);

}  // namespace gf::platforms::cluster
