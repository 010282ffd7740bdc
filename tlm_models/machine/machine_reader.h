// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "tlm_models/machine/machine_plan.h"

namespace gf::model {

/// Reads a machine from an INI file; docs/machines.md has the language. Each PCIe tree file
/// (pcie_tree_io.h) is one, but that nodes cannot be called "network" or "parameters".
///   include = v100_node            # a preset or a file: what follows adds to it or replaces it
///   about = one line, for lists
///   [rc[0..1]]
///   kind = root_complex
///   children = gpu[0..7] pcie gen3 x16    # a range of parents deals them out: four each
///   [rc0]
///   links = rc1 socket
///   [gpu[0..7]]
///   preset = v100
/// Throws UserError (exit 5) with file:line: names twice or unknown, kinds and links that do not
/// go together, links that differ at their ends or exceed what a port can be, trees that are none.
MachinePlan read_machine(std::istream& in, const std::string& file);

/// The keys that such a file has outside of sections, and in the section of a device.
const std::vector<std::string>& machine_keys();
const std::vector<std::string>& device_keys();

/// Reads `file` by its ending: .dot and .gv as a tree in DOT, else INI.
MachinePlan read_machine_file(const std::string& file);

}  // namespace gf::model
