// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/ini.h"
#include "core/params.h"
#include "core/units.h"
#include "platforms/gpu/gpu_node.h"
#include "tlm_models/machine/machine_plan.h"

namespace gf::platforms::cluster {

/// What a machine takes of the GPUs that it names, platforms/gpu/presets/*.ini or a user's file.
struct GpuPreset {
  core::ByteRate memory_rate;  ///< All channels together.
  std::string source;          ///< Of that.
  /// Operations in a second, dense, of the fastest 16-bit or 32-bit unit; nothing: it is not said.
  std::optional<double> compute_rate;
  std::string compute_source;           ///< Of that.
  std::string path;                     ///< Of its file.
  std::vector<core::IniEntry> entries;  ///< What it says of the GPU itself.
};

/// What a GPU is: `clock`, and below them gpu, pages and dispatch.
void declare_gpu(const core::ParamScope& scope, gpu::GpuNodeParams& node);

/// That of `device`. Throws UserError (exit 5): at the device's place when there is none of that
/// name, with file:line for what a user's file may not say.
GpuPreset gpu_preset(const model::PlannedDevice& device);

/// The preset of all GPUs of a machine; nothing: they name none. Throws as gpu_preset() does, and
/// for GPUs that are not all alike.
std::optional<GpuPreset> gpu_preset_of(const model::MachinePlan& plan);

/// The same of a machine whose GPUs are to have SMs and memory. Throws UserError (exit 5), which
/// lists the presets, where they name none.
GpuPreset required_gpu_preset(const model::MachinePlan& plan);

}  // namespace gf::platforms::cluster
