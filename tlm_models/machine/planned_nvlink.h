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

/// Returns the generation of the machine's NVSwitches, the oldest one's, from 1: a switch has links
/// of the next generation of NVLink. 0: it has none.
unsigned nvswitch_generation(const MachinePlan& plan);
/// The first one that reduces and replicates packets (NVIDIA, "Upgrading Multi-GPU
/// Interconnectivity with the Third-Generation NVIDIA NVSwitch", 2022).
inline constexpr unsigned kFirstReducingSwitch = 3;

}  // namespace gf::model
