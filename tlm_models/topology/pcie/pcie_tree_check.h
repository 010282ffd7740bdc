// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tlm_models/topology/pcie/pcie_tree.h"

namespace gf::model {

/// Whether a node may be called so: it also names a module and the group of its parameters, and
/// platforms have modules and parameters with names of their own beside them.
bool is_node_name(const std::string& name);
inline constexpr std::string_view kNodeNames =
    "letters, digits and _, not beginning with a digit; not memory nor what begins with software, "
    "which platforms have beside their nodes";

/// Who hangs where, as indices into the declarations.
struct PcieTreeLinks {
  unsigned root = 0;
  std::vector<std::vector<unsigned>> children;  ///< In port order.
};

/// The links that `specs` declare, once they are sure to make a tree; PcieTree's constructor says
/// what is refused.
PcieTreeLinks check_pcie_tree(const std::vector<PcieNodeSpec>& specs, const std::string& origin);

}  // namespace gf::model
