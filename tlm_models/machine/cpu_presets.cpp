// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/cpu_presets.h"

#include <algorithm>
#include <cmath>

namespace gf::model {

const CpuPreset* cpu_preset(std::string_view name) {
  if (name.empty()) return &kCpuPresets.front();
  const auto* const found =
      std::find_if(kCpuPresets.begin(), kCpuPresets.end(),
                   [&](const CpuPreset& preset) { return preset.name == name; });
  return found == kCpuPresets.end() ? nullptr : found;
}

std::string cpu_preset_list() {
  std::string list;
  for (const CpuPreset& preset : kCpuPresets)
    list += (list.empty() ? "" : ", ") + std::string(preset.name);
  return list;
}

LinesInFlight lines_in_flight(const CpuPreset& cpu, double seconds, double packet_share) {
  constexpr double kLine = 64;
  const auto lines = [&](double gigabytes_per_second) {
    return static_cast<unsigned>(std::lround(gigabytes_per_second * 1e9 * seconds / kLine));
  };
  const double link = cpu.socket_rate * packet_share;
  return {lines(std::sqrt(cpu.nccl_rate * link)), lines(cpu.nccl_rate), lines(link)};
}

}  // namespace gf::model
