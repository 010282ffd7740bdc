// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gf::test::nvlink_topology_runs {

inline constexpr const char* kSource = GF_SOURCE_DIR;

inline std::string preset(const std::string& name) {
  return std::string(kSource) + "/platforms/gpu/presets/" + name + ".ini";
}

}  // namespace gf::test::nvlink_topology_runs
