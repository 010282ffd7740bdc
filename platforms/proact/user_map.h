// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/proact/mechanism_if.h"

namespace gf::platforms::proact {

/// The map that the user gives the first phase (TransferParams::map); empty: none. Throws
/// UserError(kBadInput) with file:line: not a map, a CTA that the phase's kernel does not have,
/// bytes beyond the region.
model::proact::CtaWrites user_map(const Machine& machine);

}  // namespace gf::platforms::proact
