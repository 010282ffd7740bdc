// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tlm_models/import/import_machine.h"

namespace gf::app {

/// Imports `files`, which describe one node. Throws
/// UserError for files that cannot be read or imported.
model::ImportedMachine import_files(const std::vector<std::string>& files);

/// Writes to standard error what import had to guess, the worst first, and which file would settle
/// each guess.
void print_guesses(const model::ImportedMachine& made);

}  // namespace gf::app
