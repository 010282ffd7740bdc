// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tlm_models/machine/machine_plan.h"

namespace gf::model {

/// Returns "from a.xml:3, a.xml:7 and 4 more": the places of a value, each once.
std::string origin_text(const std::vector<FilePlace>& places);

}  // namespace gf::model
