// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "platforms/proact/mechanism_if.h"

namespace gf::platforms::proact {

/// The map that the user gives the first phase (TransferParams::map); empty: none. Throws
/// UserError(kBadInput) with file:line: not a map, a CTA that the phase's kernel does not have,
/// bytes beyond the region.
model::proact::CtaWrites user_map(const MechanismContext& context);

/// Why writers of a part are missing, to follow "1 of 2 writers are missing":
/// " (the map's CTA 3 does not write it)", or of many the first few and how many more; "" if the
/// map is right.
std::string absent_text(const model::proact::ChunkPart& part);

}  // namespace gf::platforms::proact
