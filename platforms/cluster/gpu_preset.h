// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/ini.h"
#include "core/units.h"
#include "tlm_models/machine/machine_plan.h"

namespace gf::platforms::cluster {

/// What a machine takes of the GPUs that it names, platforms/gpu/presets/*.ini.
struct GpuPreset {
  core::ByteRate memory_rate;  ///< All channels together.
  std::string source;          ///< Of that.
  double compute_rate =
      0;  ///< Operations in a second, dense, of the fastest 16-bit or 32-bit unit.
  std::string compute_source;  ///< Of that.
  std::string path;            ///< Of its file.
  std::vector<core::IniEntry> entries;
};

/// That of `device`. Throws UserError (exit 5) at the device's place when there is none of that
/// name.
GpuPreset gpu_preset(const model::PlannedDevice& device);

/// The preset of all GPUs of a machine; nothing: they name none. Throws as gpu_preset() does, and
/// for GPUs that are not all alike.
std::optional<GpuPreset> gpu_preset_of(const model::MachinePlan& plan);

}  // namespace gf::platforms::cluster
