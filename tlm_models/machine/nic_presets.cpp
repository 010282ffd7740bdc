// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/nic_presets.h"

#include <algorithm>

namespace gf::model {

const NicPreset* nic_preset(std::string_view name) {
  const auto* const found =
      std::find_if(kNicPresets.begin(), kNicPresets.end(),
                   [&](const NicPreset& preset) { return preset.name == name; });
  return found == kNicPresets.end() ? nullptr : found;
}

std::string nic_preset_list() {
  std::string list;
  for (const NicPreset& preset : kNicPresets)
    list += (list.empty() ? "" : ", ") + std::string(preset.name);
  return list;
}

}  // namespace gf::model
