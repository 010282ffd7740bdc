// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/text/ini.h"
#include "tlm_models/topology/nvlink/nvlink_graph.h"
#include "tlm_models/topology/pcie/pcie_tree.h"

namespace gf::model {

/// The PCIe tree that `text` names: what make_pcie_tree() takes, or a machine file that says one
/// tree and nothing else: root complexes, switches and GPUs, `ranks`, links of the kind that all
/// links of a tree have. Throws UserError (exit 5) with file:line for what a tree cannot have.
PcieTree named_pcie_tree(const std::string& text);
/// The same of a file, which is a tree in DOT form by its ending .dot or .gv.
PcieTree read_pcie_tree_or_machine(const std::string& file);

/// The NVLink graph of `file`: what read_nvlink_graph() takes, or a machine file that says GPUs,
/// NVSwitches and their NVLink, and nothing else. Throws as above.
NvlinkGraph read_nvlink_graph_or_machine(const std::string& file, const NvlinkLanes& link);

/// Whether these files are machine files, and not of the older forms that say only a tree or a
/// graph: DOT, an .ini file without says_more_than_tree(), or lines that begin with "gpus N".
bool is_machine_tree(const std::string& file);
bool is_machine_graph(const std::string& file);

/// Whether a line says what a machine may have and a PCIe tree in INI form not: ranges, links by
/// kind, other kinds of devices, other keys than kind and children.
bool says_more_than_tree(const core::IniEntry& entry);

}  // namespace gf::model
