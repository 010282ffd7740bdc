// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tlm_models/import/found/found_machine.h"
#include "tlm_models/import/found/import_guesses.h"

namespace gf::model {

/// Adds to `machine` the smallest PCIe tree that has this matrix. Devices that are PIX share a
/// switch, those that are PXB a switch above theirs, those that are PHB a root complex, those that
/// are NODE a NUMA node. Two GPUs whose path NVLink hides, and that no other cell places, share the
/// root complex of their NUMA node (a guess). Also adds the NVLink or xGMI of the table. Throws
/// UserError (exit 5) with the row for cells that no tree can have.
void add_tree_of(const FoundMatrix& matrix, FoundMachine& machine, ImportGuesses& guesses);

/// Adds only the NVLink of `matrix`, between the GPUs of `machine` that have these numbers.
void add_links_of(const FoundMatrix& matrix, FoundMachine& machine);

}  // namespace gf::model
