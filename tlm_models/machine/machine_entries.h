// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "tlm_models/machine/machine_plan.h"

namespace gf::model {

/// A line "key = value" of a machine file.
struct MachineEntry {
  std::string section;  ///< Empty: before the first one.
  std::string key;
  std::string value;
  std::string comment;
  FilePlace place;
};

/// The lines of a machine file, those of what it includes in the place of "include = NAME, ...": a
/// preset's name or a file, from the directory of the one that includes it. Sections are not
/// looked at, but for "parameters", whose keys are whole paths.
/// Throws UserError (exit 5) with file:line: no INI file, includes of itself or too deep ones.
std::vector<MachineEntry> machine_entries(std::istream& in, const std::string& file);

/// The files that machine `file` reads in turn: includes, presets of GPUs, its network's. Those
/// that are there; of a file that is no machine none.
std::vector<std::string> files_of_machine(const std::string& file);

}  // namespace gf::model
