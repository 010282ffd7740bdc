// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/topology/nvlink/nvlink_graph.h"

namespace gf::model {

/// Returns the NVLink graph of a machine: GPUs by number, NVSwitches by name, and the relays that
/// the file requests. Returns nothing without NVLink. Throws UserError (exit 5) for an invalid
/// graph.
std::optional<NvlinkGraph> nvlink_graph(const MachinePlan& plan);

}  // namespace gf::model
