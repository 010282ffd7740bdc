// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gf::core {

/// Compares runs of digits by their value and the rest by characters: "gpu_2" before "gpu_10".
[[nodiscard]] bool natural_less(std::string_view a, std::string_view b);

/// Returns `names` in the order in which the machine is drawn. Names that belong to no module
/// (host, benchmark, ...) come first, by name. Then come the modules that still exist, in the order
/// in which the platform made them. A name belongs to the module that is its longest prefix ending
/// at a dot, a blank or the end. The names of one module are ordered by name.
[[nodiscard]] std::vector<std::string> in_topology_order(std::vector<std::string> names);

}  // namespace gf::core
