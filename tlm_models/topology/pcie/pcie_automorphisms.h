// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tlm_models/topology/pcie/pcie_tree.h"

namespace gf::model {

/// Returns every renumbering of the GPUs that leaves the tree unchanged: result[k][g] is the image
/// of GPU g. The identity comes first; T2 has 128, T1 384. Throws UserError (exit 2) above 8 GPUs.
std::vector<std::vector<unsigned>> pcie_automorphisms(const PcieTree& tree);

}  // namespace gf::model
