// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gf::test::gpu_presets {

inline std::string preset(const std::string& name) {
  return std::string(GF_SOURCE_DIR) + "/platforms/gpu/presets/" + name + ".ini";
}

}  // namespace gf::test::gpu_presets
