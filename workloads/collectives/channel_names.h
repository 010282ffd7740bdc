// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tlm_models/machine/machine_plan.h"

namespace gf::model {

/// Numbers that NCCL's files give the GPUs of a machine, by rank: those of their names (gpu3 is
/// device 3) if all names have different ones, else the ranks.
std::vector<unsigned> gpu_numbers(const MachinePlan& plan);
/// Returns the numbers of NICs likewise, in the order of MachinePlan::nics().
std::vector<unsigned> nic_numbers(const MachinePlan& plan);
/// The machine's GPUs, or those that its `ranks` name, in the order in which NCCL's search numbers
/// them: that of their names, whatever the order of the ranks is.
std::vector<unsigned> gpus_in_order(const MachinePlan& plan);

/// Returns the machine of a communicator of a part of its GPUs: "gpu[0..3]", "gpu0, gpu2, gpu5".
/// They are its `ranks`, in this order; the others take no part, not even as relays. Throws
/// UserError (exit 2) for names that are no GPUs, and for one that occurs twice.
MachinePlan part_of_gpus(MachinePlan plan, const std::string& names);

}  // namespace gf::model
