// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "tlm_models/machine/machine_plan.h"

namespace gf::model {

/// Reads a machine from an INI file; docs/machines.md describes the language. Each PCIe tree file
/// (pcie_tree_io.h) is also a machine file, unless a node is named "network" or "parameters".
///   include = v100_node            # a preset or a file: later lines add to it or replace it
///   about = one line, for lists
///   [rc[0..1]]
///   kind = root_complex
///   children = gpu[0..7] pcie gen3 x16    # distributed evenly over a range of parents: four each
///   [rc0]
///   links = rc1 socket
///   [gpu[0..7]]
///   preset = v100
/// Throws UserError (exit 5) with file:line for duplicate or unknown names, and for kinds and links
/// that do not match. The same for links that differ at their ends or exceed a port, and for
/// invalid trees.
MachinePlan read_machine(std::istream& in, const std::string& file);

/// The keys of a machine file outside of sections, and in the section of a device.
const std::vector<std::string>& machine_keys();
const std::vector<std::string>& device_keys();

/// Reads `file`: .dot and .gv as a tree in DOT, else INI.
MachinePlan read_machine_file(const std::string& file);

}  // namespace gf::model
