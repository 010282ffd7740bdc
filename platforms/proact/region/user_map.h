// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "platforms/proact/region/mechanism_if.h"

namespace gf::platforms::proact {

/// Returns the user's map for the first phase (TransferParams::map); empty: none. Throws
/// UserError(kBadInput) with file:line if the file is not a map, or for a CTA that the phase's
/// kernel does not have, or bytes beyond the region.
model::proact::CtaWrites user_map(const MechanismContext& context);

/// Returns the reason for missing writers of a part, to follow "1 of 2 writers are missing": " (the
/// map's CTA 3 does not write it)". For many CTAs it lists the first few and the number of the
/// others. Returns "" if the map is right.
std::string absent_text(const model::proact::ChunkPart& part);

/// Returns errors about bytes that CTAs write, but that `map` lacks although it has their chunk:
/// they are not sent. "GPU 0, region chunk 7: bytes 512 ... 1023 are written but not in the map,
/// so they are not sent", by chunk. Leaves out chunks without any writer, which the counters
/// report. Empty map: no errors.
core::ErrorList unsent_bytes(const MechanismContext& context, const model::proact::CtaWrites& map);

}  // namespace gf::platforms::proact
