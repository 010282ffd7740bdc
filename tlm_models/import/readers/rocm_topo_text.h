// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tlm_models/import/found/found_matrix.h"
#include "tlm_models/import/found/import_guesses.h"
#include "tlm_models/import/readers/import_lines.h"

namespace gf::model {

/// Whether the lines hold `rocm-smi --showtopo`: its table of link types.
bool is_rocm_topo(const std::vector<ImportLine>& lines);

/// Takes the tables of link types and hops, and the NUMA nodes: XGMI of one hop is one link (a
/// guess, as the tables do not count links), PCIE between NUMA nodes SYS; within one, the table
/// does not say more. Throws UserError (exit 5) with file:line for an unknown cell and for mirrored
/// cells that differ.
FoundMatrix read_rocm_topo(const std::vector<ImportLine>& lines, ImportGuesses& guesses);

}  // namespace gf::model
