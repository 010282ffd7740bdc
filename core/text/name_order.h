// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gf::core {

/// "gpu_2" before "gpu_10": runs of digits by their value, the rest by characters.
[[nodiscard]] bool natural_less(std::string_view a, std::string_view b);

/// `names` as the machine is drawn: what is no part of it first (host, benchmark, ...), by name;
/// then modules in the order in which the platform made them, as far as they still exist. A name
/// belongs to the module with its longest beginning that ends at a dot, a blank or its end; the
/// names of one module by name.
[[nodiscard]] std::vector<std::string> in_topology_order(std::vector<std::string> names);

}  // namespace gf::core
