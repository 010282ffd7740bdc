// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/topology/nvlink/nvlink_graph.h"

namespace gf::model {

/// The links of NVLink of a machine: GPUs by their numbers, NVSwitches by their names, and the
/// relays that the file asks for. Nothing: it has no NVLink. Throws UserError (exit 5) for what
/// makes no graph.
std::optional<NvlinkGraph> nvlink_graph(const MachinePlan& plan);

}  // namespace gf::model
