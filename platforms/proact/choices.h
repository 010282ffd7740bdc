// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/proact/systems.h"

namespace gf::platforms::proact {

/// Checks that the settings fit the mechanism and each other. `check`: bytes are compared. Throws
/// UserError that names the parameter, its value and the allowed values.
void check_choices(const MechanismEntry& mechanism, const SystemParams& params, bool check);

/// Checks that the application fits the settings, whatever their origin: chunks must not be larger
/// than its region, and CTAs of its kernels and of agents must fit into an SM. Throws UserError
/// that names a parameter.
void check_fit(const MechanismEntry& mechanism, const SystemParams& params,
               const model::proact::SharedApp& app);

}  // namespace gf::platforms::proact
