// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tlm_models/machine/machine_plan.h"

namespace gf::app {

/// Applies a change of `predict --set`:
///   nic1 at plx2           moves a device, with all that is below it, to another parent
///   gpu3 pcie gen4 x8      gives the link to its parent another form; its own port follows
///   rc0 rc1 socket 41.6 GB/s 25 ns    gives the link between two devices another form, or adds it
/// The first device may be a range, gpu[0..3]. Throws UserError(kUsage) for a text of no such form,
/// with the forms; for an unknown device, with the nearest; and for a device without a parent.
/// Whether the result is a machine, its reader checks.
void change_machine(model::MachinePlan& plan, const std::string& change);

}  // namespace gf::app
