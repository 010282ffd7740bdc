// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tlm_models/machine/machine_plan.h"

namespace gf::platforms::cluster {

/// Proves the properties of a machine that need no simulation, and returns them as a line:
///   - it is connected: links lead from each device to each other one;
///   - every route ends: on each PCIe tree, requests and completions from each device to each other
///     one, with the tables that enumeration makes; over NVLink, by its routing. The line counts
///     the pairs of GPUs with either kind of route to each other, or none;
///   - no deadlock cycle: no channels of PCIe, or of NVLink, wait for each other in a cycle;
///   - all routers of its network are connected. (Its routings are proven in their tests.)
/// The reader has checked before that links are the same at both ends and fit their ports. Throws
/// UserError (exit 5), which names the property that does not hold. Proves the other machines of
/// its network in the same way.
std::string prove(const model::MachinePlan& plan);

}  // namespace gf::platforms::cluster
