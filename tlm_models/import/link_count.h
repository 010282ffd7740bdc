// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tlm_models/import/found/found_matrix.h"

namespace gf::model {

/// Most NVLink links that a GPU has had: 18, of H100 and B200.
inline constexpr unsigned kMostLinksOfGpu = 18;

/// Returns, by row, the links of a GPU that lead to NVSwitches; 0: none do. A table shows all links
/// of a GPU in each cell if they lead to switches: then the cells of a row are equal and add up to
/// more links than a GPU has.
std::vector<unsigned> links_over_switches(const FoundMatrix& matrix);

}  // namespace gf::model
