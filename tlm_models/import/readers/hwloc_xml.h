// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tlm_models/import/found/found_machine.h"
#include "tlm_models/import/found/import_guesses.h"
#include "tlm_models/import/readers/xml_tree.h"

namespace gf::model {

/// Whether the element is a topology of hwloc.
bool is_hwloc(const XmlNode& root);
/// Whether this program was built with hwloc, which read_hwloc() needs.
bool reads_hwloc();

/// Takes a topology that lstopo wrote, version 1 or 2 of the form, by hwloc itself: a host bridge
/// is a root complex with the NUMA node nearest to it, then as add_pci_tree(). Memory of NUMA nodes
/// becomes a comment: the model has no memory of hosts. `root` is the same text, for the lines.
/// Throws UserError (exit 5) with file:line for version 3, for what hwloc refuses, and for a
/// topology without GPUs; UserError (exit 2) without hwloc.
FoundMachine read_hwloc(const std::string& text, const XmlNode& root, ImportGuesses& guesses);

}  // namespace gf::model
