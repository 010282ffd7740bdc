// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/pcie/endpoint_tree.h"
#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/machine/planned_trees.h"

namespace gf::platforms::cluster {

/// Returns the parameters of a PCIe tree of `plan`: the hardware's defaults, with the machine's
/// rates and latencies of links, at both ends. Root complexes and socket links are those of the
/// processors (tlm_models/machine/cpu_presets.h). A PCIe link's efficiency was measured for the
/// machine's GPUs, or follows from the documents of PCIe. Payloads, read requests and tags are
/// those of the slowest generation among the links, because firmware sets one payload for all
/// devices below a host. Ports faster than 16 lanes of PCIe 3.0 have buffers enlarged by the same
/// factor.
pcie::EndpointTreeParams planned_params(const model::MachinePlan& plan,
                                        const model::PlannedTree& planned);

}  // namespace gf::platforms::cluster
