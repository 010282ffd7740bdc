// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "core/param/params.h"
#include "core/text/ini.h"
#include "platforms/gpu/copies/gpu_node.h"
#include "tlm_models/machine/machine_plan.h"

namespace gf::platforms::cluster {

/// A number and the comment that a preset gives as its source.
struct StatedNumber {
  double value;
  std::string source;
};

/// The values of a GPU's preset that a machine uses: platforms/gpu/presets/*.ini or a user's file.
struct GpuPreset {
  core::ByteRate memory_rate;  ///< All channels together.
  std::string source;          ///< Source of memory_rate.
  /// Dense operations per second of the fastest 16-bit or 32-bit unit; empty: not stated.
  std::optional<StatedNumber> compute_rate;
  /// Share of a PCIe link's rate that servers with the GPU were measured to reach; empty: not
  /// stated.
  std::optional<StatedNumber> link_efficiency;
  std::optional<unsigned> engines;      ///< Copy engines for PCIe; empty: not stated.
  std::string path;                     ///< Path of the preset's file.
  std::vector<core::IniEntry> entries;  ///< Parameters of the GPU itself.
};

/// Declares the parameters of a GPU: `clock` and the groups gpu, pages and dispatch.
void declare_gpu(const core::ParamScope& scope, gpu::GpuNodeParams& node);

/// Returns the preset of `device`. Throws UserError (exit 5): at the device's place if no preset
/// has that name, with file:line for a wrong entry of a user's file.
GpuPreset gpu_preset(const model::PlannedDevice& device);

/// Returns the preset of all GPUs of a machine; empty: they name none. Throws like gpu_preset(),
/// and for GPUs that are not all alike.
std::optional<GpuPreset> gpu_preset_of(const model::MachinePlan& plan);

/// Makes the copy engines of a machine's GPUs, if their preset states them, the default of the
/// parameter copy_engines. Throws like gpu_preset_of().
void preset_copy_engines(const core::ParamScope& scope, const model::MachinePlan& plan);

/// Returns the preset of a machine whose GPUs must have SMs and memory. Throws UserError (exit 5)
/// with a list of the presets if its GPUs name none.
GpuPreset required_gpu_preset(const model::MachinePlan& plan);

}  // namespace gf::platforms::cluster
