// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tlm_models/import/found/found_machine.h"
#include "tlm_models/import/found/import_guesses.h"

namespace gf::model {

/// Writes `machine` as a machine file (docs/machines.md). A comment at each value has the lines
/// that it is from, or `guessed:` and the reason; each guess is also added to `guesses`. GPUs get
/// their numbers as names, gpu0, gpu1, ...; what has no number follows by bus id. `files` are named
/// at the head. Throws UserError (exit 5) with file:line for two GPUs
/// of one number. Precondition: there is a GPU.
std::string machine_text(const FoundMachine& machine, const std::vector<std::string>& files,
                         ImportGuesses& guesses);

/// Returns the devices of `machine` that the file calls gpu0, gpu1, ..., and those called nic0, ...
std::vector<unsigned> numbered_gpus(const FoundMachine& machine);
std::vector<unsigned> numbered_nics(const FoundMachine& machine);

}  // namespace gf::model
