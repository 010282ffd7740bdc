// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/device/preset_files.h"

#include <fmt/format.h>
#include <sstream>
#include <string_view>

namespace gf::platforms::gpu {

/// Returns the text of a preset, for example "platforms/gpu/presets/k40m.ini"
/// (cmake/EmbedText.cmake).
std::string_view preset_file(std::string_view path);

const std::vector<std::string>& gpu_preset_names() {
  static const std::vector<std::string> names = {
      "k40m",        "k80",       "m2075",       "p100",         "v100",         "titan_rtx",
      "rtx_2080_ti", "a100",      "a100_sxm_80", "a100_pcie_40", "a100_pcie_80", "rtx_3090",
      "h100",        "h100_pcie", "h200",        "gh200",        "b200",         "b300",
      "gb300",       "l40s",      "rtx_4090",    "rtx_5090",     "rtx_pro_6000", "mi100",
      "mi210",       "mi250",     "mi300x",      "mi350x",       "rx_7900_xtx"};
  return names;
}

bool is_of_machines(const core::IniEntry& entry) {
  return entry.key == "copy_engines" || entry.key == "link_efficiency";
}

std::string gpu_preset_path(const std::string& name) {
  return fmt::format("platforms/gpu/presets/{}.ini", name);
}

std::vector<core::IniEntry> read_preset(const std::string& path) {
  std::istringstream in{std::string(preset_file(path))};
  return core::read_ini(in, path);
}

}  // namespace gf::platforms::gpu
