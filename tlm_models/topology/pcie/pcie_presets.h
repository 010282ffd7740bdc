// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tlm_models/topology/pcie/pcie_tree.h"

namespace gf::model {

/// T1 of [SC16], Fig. 1: K80 switches k80_0 ... k80_3, each with two GPUs, under the 80-lane
/// switch `plx`, which is the root: peer traffic never crosses its fifth port to the socket.
PcieTree pcie_tree_t1();
/// T2 of [SC16], Fig. 1: k80_0, k80_1 under plx_a, k80_2, k80_3 under plx_b, both under `rc`.
PcieTree pcie_tree_t2();
/// The validation topologies of [SC16], section VII: four consecutive GPUs of T2 (0-3) ...
PcieTree pcie_tree_t2_first4();
/// ... and its even-numbered GPUs: one GPU per K80 switch. GPUs are renumbered 0-3.
PcieTree pcie_tree_t2_even4();

/// A tree with fanouts[d] children at every node of depth d; the last level are GPUs. Switches are
/// named sw_<depth>_<index>, the root `rc` or `sw`. Throws UserError (exit 2) beyond kMostPciePorts
/// children or kMostPcieNodes nodes.
PcieTree pcie_tree_balanced(PcieNodeKind root, const std::vector<unsigned>& fanouts);
/// A chain of `switches` switches, each with a GPU; the last has two.
PcieTree pcie_tree_chain(unsigned switches);

/// Returns `tree` with its first devices on other leaves: device i moves to the leaf that
/// `leaves[i]` has in `tree`. Leaves that are not named are removed, and switches left without any.
/// Throws UserError (exit 2) for a leaf that `tree` does not have, or that is named twice.
PcieTree pcie_tree_placed(const PcieTree& tree, const std::vector<unsigned>& leaves);

/// Returns the tree that `text` names: a preset ("t1", "t2", "t2_first4", "t2_even4", any case), a
/// generator ("rc:2,2,2" has T2's shape, "switch:4,2" T1's, "chain:4"), or a file (.ini, .dot,
/// .gv). Throws UserError (exit 2) that lists these for other text, and the errors of the file
/// reader.
PcieTree make_pcie_tree(const std::string& text);
/// Returns `text` if make_pcie_tree takes it for the name of a file, else empty. A core::FileIn.
std::string_view pcie_tree_file(std::string_view text);
/// The forms that make_pcie_tree accepts, for help texts.
std::string_view pcie_tree_forms();

}  // namespace gf::model
