// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "platforms/proact/region/mechanism_if.h"

namespace gf::platforms::proact {

/// The map that the user gives the first phase (TransferParams::map); empty: none. Throws
/// UserError(kBadInput) with file:line: not a map, a CTA that the phase's kernel does not have,
/// bytes beyond the region.
model::proact::CtaWrites user_map(const MechanismContext& context);

/// Why writers of a part are missing, to follow "1 of 2 writers are missing":
/// " (the map's CTA 3 does not write it)", or of many the first few and how many more; "" if the
/// map is right.
std::string absent_text(const model::proact::ChunkPart& part);

/// Bytes that CTAs write to chunks which `map` has, and that it does not have: they are not sent.
/// "GPU 0, region chunk 7: bytes 512 ... 1023 are written and not in the map, and so not sent", by
/// chunk. Chunks without any writer are not told here: their counters tell. Empty map: none.
core::ErrorList unsent_bytes(const MechanismContext& context, const model::proact::CtaWrites& map);

}  // namespace gf::platforms::proact
