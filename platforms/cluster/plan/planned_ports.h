// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/pcie/endpoint_tree.h"
#include "tlm_models/machine/planned_trees.h"

namespace gf::platforms::cluster {

/// The parameters of a machine's PCIe tree: defaults of the hardware, but rates and latencies of
/// the links that the machine says, at both ends, and payloads, read requests and tags of the
/// slowest generation among them, as firmware sets one payload for all below a host. Ports faster
/// than 16 lanes of PCIe 3.0 have buffers that are as many times as large.
pcie::EndpointTreeParams planned_params(const model::PlannedTree& planned);

}  // namespace gf::platforms::cluster
