// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tlm_models/import/found/found_machine.h"
#include "tlm_models/import/found/import_guesses.h"
#include "tlm_models/machine/machine_plan.h"

namespace gf::model {

/// A file to import.
struct ImportFile {
  std::string name;  ///< As messages and comments show it.
  std::string text;
};

/// Something that a file holds: "NCCL topology", "nvidia-smi topo -m".
struct ImportPart {
  std::string file;
  std::string what;
};

/// A machine made of such files.
struct ImportedMachine {
  std::string text;                  ///< The machine file.
  MachinePlan plan;                  ///< The same, as read back.
  std::vector<ImportPart> parts;     ///< What was read, in order.
  std::vector<ImportGuess> guesses;  ///< The worst first.
};

/// Makes a machine of all `files`, which describe one node. The tree comes from the first of: NCCL
/// topology, lspci, hwloc, `nvidia-smi topo -m`, `rocm-smi --showtopo`; the others fill in what it
/// leaves open. A text file may hold several outputs. The same files give the same bytes.
/// Throws UserError (exit 5) with file:line for damaged files, for what no reader knows, and for
/// files that contradict each other: other GPUs, other NVLink, other places in the tree.
ImportedMachine import_machine(const std::vector<ImportFile>& files);

/// Forms that import reads, for messages.
extern const char* const kImportForms;

}  // namespace gf::model
