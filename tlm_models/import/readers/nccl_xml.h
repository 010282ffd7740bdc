// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tlm_models/import/found/found_machine.h"
#include "tlm_models/import/found/import_guesses.h"
#include "tlm_models/import/readers/xml_tree.h"

namespace gf::model {

/// Whether the element is a topology (<system>) or a graph (<graphs>) of NCCL or RCCL.
bool is_nccl_topology(const XmlNode& root);
bool is_nccl_graph(const XmlNode& root);

/// Takes a topology. <cpu> is a root complex of a NUMA node, <pci> of class 0x0604 a switch. A
/// <pci> with a <gpu> or of a GPU's class is a GPU, one with a <nic> or of a network's class a NIC.
/// Their links are link_speed and link_width; <nvlink> and <xgmi> count links to another bus id.
/// NICs outside of PCIe, which virtual machines have, and storage are left out (a guess). Two
/// switches may have one bus id. Throws UserError (exit 5) with file:line for values that are not
/// in their form and for links to an unknown bus id. The same for links that both ends count
/// differently, and like FoundMachine::add().
FoundMachine read_nccl_topology(const XmlNode& root, ImportGuesses& guesses);

/// Takes the first channel of the first ring (pattern 4) of a graph file: the order of GPUs.
/// Throws UserError (exit 5) with file:line if a GPU occurs twice.
FoundMachine read_nccl_graph(const XmlNode& root);

/// Generation of PCIe of "16 GT/s", "32.0 GT/s PCIe", "2.5GT/s": 1 ... 6; 0: the text is empty or
/// says that it is unknown. Throws UserError (exit 5) at `place` for other text.
unsigned pcie_generation_of(std::string_view speed, const FilePlace& place);

}  // namespace gf::model
