// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tlm_models/topology/pcie_tree.h"

namespace gf::model {

/// Who hangs where, as indices into the declarations.
struct PcieTreeLinks {
  unsigned root = 0;
  std::vector<std::vector<unsigned>> children;  ///< In port order.
};

/// The links that `specs` declare, once they are sure to make a tree; PcieTree's constructor says
/// what is refused.
PcieTreeLinks check_pcie_tree(const std::vector<PcieNodeSpec>& specs, const std::string& origin);

}  // namespace gf::model
