// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/proact/systems.h"

namespace gf::platforms::proact {

/// What was set goes with the mechanism, and with the rest. `check`: bytes are compared. Throws
/// UserError that names the parameter, its value and what it may be.
void check_choices(const MechanismEntry& mechanism, const SystemParams& params, bool check);

}  // namespace gf::platforms::proact
