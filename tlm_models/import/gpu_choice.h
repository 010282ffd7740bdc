// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tlm_models/import/found/found_machine.h"
#include "tlm_models/import/found/import_guesses.h"
#include "tlm_models/import/found/known_parts.h"

namespace gf::model {

/// The model of a machine's GPUs: machine files have GPUs of one kind.
struct GpuChoice {
  std::string preset;
  const KnownPart* part = nullptr;  ///< Null: only guessed from next to nothing.
  bool named = false;               ///< A file names the part.
  std::string comment;              ///< "from topo.xml:4: A100 SXM4 40 GB", "guessed: ...".
};

/// Chooses it by PCI id, else by name, else by the compute capability or target, else by the number
/// of NVLink links, else by the generation of PCIe. Adds a guess unless a file names a GPU that has
/// a preset of its own.
GpuChoice choose_gpu(const FoundMachine& machine, ImportGuesses& guesses);

/// The kind of the GPUs' NVLink or xGMI: what their part has, else the generation that is the first
/// to have as many links. `guessed`: the reason; empty if the part is named.
struct LinkChoice {
  LinkSpec spec;
  std::string guessed;
};
LinkChoice choose_links(const FoundMachine& machine, const GpuChoice& gpu, bool xgmi,
                        ImportGuesses& guesses);

/// Returns the largest number of NVLink or xGMI links of a GPU.
unsigned links_of_gpu(const FoundMachine& machine);

}  // namespace gf::model
