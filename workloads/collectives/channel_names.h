// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tlm_models/machine/machine_plan.h"

namespace gf::model {

/// Numbers that NCCL's files give the GPUs of a machine, by rank: those of their names (gpu3 is
/// device 3) if all names have different ones, else the ranks.
std::vector<unsigned> gpu_numbers(const MachinePlan& plan);
/// The same for NICs, in the order of MachinePlan::nics().
std::vector<unsigned> nic_numbers(const MachinePlan& plan);
/// Devices that are GPUs, in the order in which NCCL's search numbers them: that of their names,
/// whatever the machine's `ranks` are.
std::vector<unsigned> gpus_in_order(const MachinePlan& plan);

}  // namespace gf::model
