// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tlm_models/import/found/found_machine.h"
#include "tlm_models/import/found/import_guesses.h"
#include "tlm_models/import/readers/xml_tree.h"

namespace gf::model {

/// Whether the element is a topology of hwloc.
bool is_hwloc(const XmlNode& root);

/// Takes a topology that lstopo wrote, version 1, 2 or 3 of the form: a host bridge is a root
/// complex with the NUMA node nearest to it, then as add_pci_tree(). The size of a NUMA
/// node's memory becomes a comment. It is read without libhwloc, which ends the process
/// on damaged files. Throws UserError (exit 5) with file:line for other versions, for addresses and
/// types of devices that are none, and for a topology without GPUs.
FoundMachine read_hwloc(const XmlNode& root, ImportGuesses& guesses);

}  // namespace gf::model
