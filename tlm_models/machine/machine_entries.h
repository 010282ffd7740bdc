// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "tlm_models/machine/machine_plan.h"

namespace gf::model {

/// A line "key = value" of a machine file.
struct MachineEntry {
  std::string section;  ///< Empty: before the first section.
  std::string key;
  std::string value;
  std::string comment;
  FilePlace place;
};

/// Returns the lines of a machine file. "include = NAME, ..." is replaced by the included lines;
/// NAME is a preset, or a file relative to the directory of the including file. Sections are not
/// interpreted, except "parameters", whose keys are whole paths.
/// Throws UserError (exit 5) with file:line for text that is not INI, and for recursive or too deep
/// includes.
std::vector<MachineEntry> machine_entries(std::istream& in, const std::string& file);

/// Returns the existing files that machine `file` reads: includes, presets of GPUs, its network's
/// file, and the machines of its nodes with their files. Returns none for a file that is no
/// machine.
std::vector<std::string> files_of_machine(const std::string& file);

}  // namespace gf::model
