// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tlm_models/import/found_machine.h"
#include "tlm_models/import/import_guesses.h"

namespace gf::model {

/// Adds the smallest PCIe tree of which `matrix` can come to `machine`: devices that are PIX share
/// a switch, those that are PXB a switch above theirs, those that are PHB a root complex, those
/// that are NODE a NUMA node. Where NVLink hides the path of two GPUs and no other cell tells it,
/// they share the root complex of their NUMA node (a guess). Adds NVLink or xGMI as the table
/// counts it. Throws UserError (exit 5) with the row for cells that no tree has.
void add_tree_of(const FoundMatrix& matrix, FoundMachine& machine, ImportGuesses& guesses);

/// Adds only the NVLink of `matrix`, between the GPUs of `machine` that have these numbers.
void add_links_of(const FoundMatrix& matrix, FoundMachine& machine);

}  // namespace gf::model
