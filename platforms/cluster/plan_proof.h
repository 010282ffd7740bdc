// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tlm_models/machine/machine_plan.h"

namespace gf::platforms::cluster {

/// Proves of a machine what can be without simulating, and says it in a line:
///   - it is connected: links lead from each device to each other one;
///   - every route ends: on each PCIe tree with the tables that enumeration makes, from each device
///     to each other one, requests and completions; over NVLink by its routing. It counts the pairs
///     of GPUs that have one way or the other to each other, or none;
///   - no cycle of dependencies: no channels of PCIe, or of NVLink, wait for each other in a
///   circle;
///   - of its network that all routers are joined. (Its routings are proven where they are tested.)
/// That links are the same at both ends and fit their ports, the reader has checked before.
/// Throws UserError (exit 5) that names what does not hold.
std::string prove(const model::MachinePlan& plan);

}  // namespace gf::platforms::cluster
