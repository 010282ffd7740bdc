// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tlm_models/machine/machine_plan.h"

namespace gf::model {

/// Returns the machine as the text of a file, with a section for each device. read_machine() makes
/// the same devices and links of it, in the same order. Names of files in it are absolute.
std::string plan_text(const MachinePlan& plan);

}  // namespace gf::model
