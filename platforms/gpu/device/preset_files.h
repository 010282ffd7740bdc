// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/text/ini.h"

namespace gf::platforms::gpu {

/// Presets of one GPU, platforms/gpu/presets/*.ini; other presets describe whole nodes.
const std::vector<std::string>& gpu_preset_names();
/// True for entries of such a preset that only machines use: the copy engines that serve PCIe, and
/// the efficiency of PCIe links.
bool is_of_machines(const core::IniEntry& entry);
/// Returns the path of one in the source tree: "platforms/gpu/presets/v100.ini".
std::string gpu_preset_path(const std::string& name);
/// Returns the entries of a platform preset, by its path in the source tree; the program contains
/// all of them. Empty: no such preset.
std::vector<core::IniEntry> read_preset(const std::string& path);

}  // namespace gf::platforms::gpu
