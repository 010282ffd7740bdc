// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tlm_models/import/readers/import_lines.h"
#include "tlm_models/import/readers/pci_tree.h"

namespace gf::model {

/// Whether the lines hold entries of `lspci` with details of links or bridges, or its tree.
bool is_lspci(const std::vector<ImportLine>& lines);

/// Reads the output of `lspci -vv`, `lspci -tv` or both: devices with their NUMA nodes, types of
/// ports and links, bridges by their buses; else the tree as it is drawn. Devices without the name
/// of a vendor need `-nn`. Throws UserError (exit 5) with file:line for links and buses that are
/// not in their form, and like add_pci_tree().
FoundMachine read_lspci(const std::vector<ImportLine>& lines, ImportGuesses& guesses);

}  // namespace gf::model
