// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tlm_models/import/found/found_machine.h"
#include "tlm_models/import/found/found_matrix.h"
#include "tlm_models/import/found/import_guesses.h"
#include "tlm_models/import/readers/import_lines.h"

namespace gf::model {

/// Whether the lines hold the table of `nvidia-smi topo -m`: a head of GPUs, and rows with an X.
bool is_topo_matrix(const std::vector<ImportLine>& lines);

/// Reads that table, as pasted into an issue: tabs or blanks, text around it, old and new heads,
/// with columns or rows cut off, with the legend of NICs. SOC, of old drivers, is SYS. Throws
/// UserError (exit 5) with file:line for an unknown cell, a second row of a device, mirrored cells
/// that differ, and more than kMostMatrixDevices devices.
FoundMatrix read_topo_matrix(const std::vector<ImportLine>& lines);

/// Whether the lines hold the table of `nvidia-smi topo -p2p`: rows with an X and OK, NS, ...
bool is_peer_table(const std::vector<ImportLine>& lines);

/// Takes that table: pairs without peer-to-peer become remarks and a guess, as the model lets all
/// GPUs reach each other. Throws UserError (exit 5) with file:line for an unknown cell.
FoundMachine read_peer_table(const std::vector<ImportLine>& lines, ImportGuesses& guesses);

}  // namespace gf::model
