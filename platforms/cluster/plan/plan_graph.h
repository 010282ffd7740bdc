// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/graph.h"
#include "tlm_models/machine/machine_plan.h"

namespace gf::platforms::cluster {

/// Returns a machine as its file describes it, without hardware: devices, links of every kind,
/// their ports and rates. Ports of a device are numbered in the order of the links; on PCIe trees
/// they have the numbers of the tree.
Graph graph_of(const model::MachinePlan& plan);

}  // namespace gf::platforms::cluster
