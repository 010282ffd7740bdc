// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/graph.h"
#include "tlm_models/machine/machine_plan.h"

namespace gf::platforms::cluster {

/// A machine as its file says it, without hardware: devices, links of every kind, their ports and
/// rates. Ports are numbered by device in the order of the links, but on PCIe trees as there.
Graph graph_of(const model::MachinePlan& plan);

}  // namespace gf::platforms::cluster
