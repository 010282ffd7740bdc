// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/proact/systems.h"

namespace gf::platforms::proact {

/// What was set goes with the mechanism, and with the rest. `check`: bytes are compared. Throws
/// UserError that names the parameter, its value and what it may be.
void check_choices(const MechanismEntry& mechanism, const SystemParams& params, bool check);

/// The application fits what was set, whoever set it: chunks are no larger than its region, and
/// CTAs of its kernels and of agents no larger than an SM. Throws UserError that names a parameter.
void check_fit(const MechanismEntry& mechanism, const SystemParams& params,
               const model::proact::SharedApp& app);

}  // namespace gf::platforms::proact
