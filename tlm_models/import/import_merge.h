// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tlm_models/import/found/found_machine.h"
#include "tlm_models/import/found/import_guesses.h"

namespace gf::model {

/// Kinds of outputs, the best for the tree first.
enum class ReadingKind { kNccl, kLspci, kHwloc, kTopo, kRocm, kNvlink, kP2p, kGraph };
const char* to_text(ReadingKind kind);

/// The contents of one output.
struct Reading {
  ReadingKind kind = ReadingKind::kNccl;
  FoundMachine machine;
  FilePlace place;  ///< The file.
};

/// Puts readings together, the tree from the best one. Throws UserError (exit 5) with file:line for
/// contradictions, for a second output of one kind, and where no reading has GPUs.
FoundMachine merged(std::vector<Reading> readings, ImportGuesses& guesses);

/// Row by row of the matrix of `machine`: index of its device; kNoFound: the tree has none.
std::vector<unsigned> devices_of_rows(const FoundMachine& machine);

/// Compares the matrix in `machine`, if any, with that of the machine that was made from it. Throws
/// UserError (exit 5) with the row if a cell differs. Unless `strict`, PIX equals PXB.
void check_matrix(const FoundMachine& machine, const PathMatrix& paths, bool strict);

}  // namespace gf::model
