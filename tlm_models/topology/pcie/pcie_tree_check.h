// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tlm_models/topology/pcie/pcie_tree.h"

namespace gf::model {

/// Returns whether a node may have this name. It also names a module and a parameter group, next to
/// which platforms have modules and parameters of their own.
bool is_node_name(const std::string& name);
inline constexpr std::string_view kNodeNames =
    "letters, digits and _, not beginning with a digit; not memory, and not beginning with "
    "software, which platforms use for parts of their own";

/// Parent-child links, as indices into the declarations.
struct PcieTreeLinks {
  unsigned root = 0;
  std::vector<std::vector<unsigned>> children;  ///< In port order.
};

/// Returns the links that `specs` declare, checked to form a tree. PcieTree's constructor lists the
/// errors.
PcieTreeLinks check_pcie_tree(const std::vector<PcieNodeSpec>& specs, const std::string& origin);

}  // namespace gf::model
