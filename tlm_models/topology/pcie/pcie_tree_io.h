// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>

#include "tlm_models/topology/pcie/pcie_tree.h"

namespace gf::model {

/// Reads a tree from an INI file. A section is a node; `children` lists the nodes on its ports, in
/// port order; `kind` is root_complex, switch (the default with children) or gpu (the default
/// without). A child without a section of its own is a GPU. "#" and ";" start a comment.
///   [rc]
///   kind = root_complex
///   children = plx_a, plx_b
///   [plx_a]
///   children = gpu0, gpu1
///   [plx_b]
///   children = gpu2, gpu3
/// Throws UserError (exit 5) with file:line.
PcieTree read_pcie_tree_ini(std::istream& in, const std::string& file);

/// Reads a tree from a DOT subset: one `digraph [name] { ... }` of `parent -> child;` edges (chains
/// `a -> b -> c` and groups `a -> { b c }` allowed) and node lines `rc [kind=root_complex];`. Other
/// attributes, `graph`/`node`/`edge` lines and comments are skipped. Ports follow the order of the
/// edges. Default kind: gpu at a leaf, switch elsewhere. Throws UserError (exit 5) with file:line.
PcieTree read_pcie_tree_dot(std::istream& in, const std::string& file);

/// Reads `file`: .dot and .gv as DOT, else INI. Also throws the errors of text_file.h.
PcieTree read_pcie_tree_file(const std::string& file);

void write_pcie_tree_ini(std::ostream& out, const PcieTree& tree);  ///< Readable by the INI reader.

}  // namespace gf::model
