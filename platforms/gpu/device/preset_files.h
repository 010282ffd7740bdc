// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/text/ini.h"

namespace gf::platforms::gpu {

/// Presets of one GPU, platforms/gpu/presets/*.ini: others there are of whole nodes.
const std::vector<std::string>& gpu_preset_names();
/// Path of one in the source tree: "platforms/gpu/presets/v100.ini".
std::string gpu_preset_path(const std::string& name);
/// What a preset of the platforms says, by its path in the source tree; the program holds them all.
/// Empty: there is none of that path.
std::vector<core::IniEntry> read_preset(const std::string& path);

}  // namespace gf::platforms::gpu
