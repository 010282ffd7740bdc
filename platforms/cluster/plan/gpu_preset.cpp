// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/plan/gpu_preset.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "hw/nvlink/lanes/nvlink_params.h"
#include "platforms/cluster/hosts/p2p_rules.h"
#include "platforms/gpu/device/preset_files.h"
#include "platforms/schedule/schedule_runner.h"

namespace gf::platforms::cluster {
namespace {

std::string preset_list() {
  return fmt::format("one of {}, or a file FILE.ini with the GPU's parameters (docs/machines.md)",
                     fmt::join(gpu::gpu_preset_names(), ", "));
}

/// True if the entry describes the GPU itself. Our presets also describe its NVLink, for the
/// platforms that have no other place for it.
bool is_of_the_gpu(const core::IniEntry& entry) { return !core::begins_with(entry.key, "nvlink."); }

/// Returns the entries of a user's file, which may describe only the GPU itself.
std::vector<core::IniEntry> read_user_preset(const model::PlannedDevice& device) {
  std::error_code ignored;
  if (!std::filesystem::exists(device.preset, ignored))
    device.place.fail(
        fmt::format("unknown preset '{}' of {}", core::excerpt_of_path(device.preset), device.name),
        preset_list());
  std::vector<core::IniEntry> entries = core::read_ini_file(device.preset);
  for (const core::IniEntry& entry : entries)
    if (!is_of_the_gpu(entry))
      core::fail_input(
          device.preset, entry.line, entry.key + " in the preset of a GPU",
          "only parameters of the GPU itself; its NVLink belongs in `links` of the machine");
  return entries;
}

/// Finds the values of `preset` that machines use, and takes entries away that are no parameters of
/// the GPU itself. Refuses names that are no parameters.
void resolve(GpuPreset& preset) {
  core::ParamRegistry registry;
  for (const core::IniEntry& entry : preset.entries)
    registry.add_override(entry.key, entry.value, fmt::format("{}:{}", preset.path, entry.line));
  gpu::GpuNodeParams node;
  hw::nvlink::NvlinkParams link;
  schedule::RunnerParams runner;
  EngineParams engines;
  double efficiency = 1;
  declare_gpu(registry.root(), node);
  link.declare_turning(registry.root());
  runner.declare_only(registry.root(), {"compute_rate"});
  engines.declare(registry.root());
  registry.root().add("link_efficiency", efficiency,
                      "share of a PCIe link's rate that servers with the GPU reach", "none",
                      core::between(0.01, 1.0));
  registry.check_all_used();
  const auto source_of = [&](std::string_view key) -> std::optional<std::string> {
    for (const core::IniEntry& entry : preset.entries)
      if (entry.key == key) return entry.comment.empty() ? preset.path : entry.comment;
    return std::nullopt;
  };
  preset.memory_rate = node.gpu.memory.channel_rate * node.gpu.memory.channels;
  preset.source = preset.path;
  if (const auto source = source_of("gpu.memory.channel_rate"); source && *source != preset.path)
    preset.source += ": " + *source;
  if (const auto source = source_of("compute_rate"))
    preset.compute_rate = {runner.compute_rate, *source};
  if (const auto source = source_of("link_efficiency"))
    preset.link_efficiency = {efficiency, *source};
  if (source_of("copy_engines"))
    preset.engines = engines.engines.get();
  else if (source_of("gpu.memory.copy.engines"))
    preset.engines = node.gpu.memory.copy.engines.get();
  const auto other = [](const core::IniEntry& entry) {
    return entry.key == "compute_rate" || gpu::is_of_machines(entry);
  };
  preset.entries.erase(std::remove_if(preset.entries.begin(), preset.entries.end(), other),
                       preset.entries.end());
}

/// Returns the preset of a user's file. Errors of its parameters start with the file's name.
GpuPreset user_preset(const model::PlannedDevice& device) {
  GpuPreset preset;
  preset.path = device.preset;
  preset.entries = read_user_preset(device);
  try {
    resolve(preset);
  } catch (const core::UserError& error) {
    throw core::UserError(core::ExitCode::kBadInput,
                          fmt::format("{}: {}", core::excerpt_of_path(preset.path), error.what()));
  }
  return preset;
}

GpuPreset own_preset(const model::PlannedDevice& device) {
  GpuPreset preset;
  preset.path = gpu::gpu_preset_path(device.preset);
  preset.entries = gpu::read_preset(preset.path);
  if (preset.entries.empty())
    device.place.fail(fmt::format("unknown preset '{}' of {}", device.preset, device.name),
                      preset_list());
  preset.entries.erase(
      std::remove_if(preset.entries.begin(), preset.entries.end(),
                     [](const core::IniEntry& entry) { return !is_of_the_gpu(entry); }),
      preset.entries.end());
  resolve(preset);
  return preset;
}

}  // namespace

GpuPreset gpu_preset(const model::PlannedDevice& device) {
  return model::is_file_name(device.preset) ? user_preset(device) : own_preset(device);
}

void declare_gpu(const core::ParamScope& scope, gpu::GpuNodeParams& node) {
  node.declare_only(scope, {"clock"});
  node.gpu.declare(scope.child("gpu"));
  node.pages.declare(scope.child("pages"));
  node.dispatch.declare(scope.child("dispatch"));
}

std::optional<GpuPreset> gpu_preset_of(const model::MachinePlan& plan) {
  const model::PlannedDevice* first = nullptr;
  for (const unsigned gpu : plan.of_kind(model::DeviceKind::kGpu)) {
    const model::PlannedDevice& device = plan.devices[gpu];
    if (first == nullptr) first = &device;
    if (device.preset == first->preset) continue;
    for (const model::PlannedDevice* const one : {first, &device})
      if (!one->preset.empty()) gpu_preset(*one);  // an unknown preset gets its own error
    device.place.fail(fmt::format("{} is a '{}' and {} a '{}'", first->name, first->preset,
                                  device.name, device.preset),
                      "GPUs of one kind");
  }
  if (first == nullptr || first->preset.empty()) return std::nullopt;
  return gpu_preset(*first);
}

void preset_copy_engines(const core::ParamScope& scope, const model::MachinePlan& plan) {
  if (const auto gpu = gpu_preset_of(plan); gpu && gpu->engines)
    scope.preset("copy_engines", std::to_string(*gpu->engines), gpu->path);
}

GpuPreset required_gpu_preset(const model::MachinePlan& plan) {
  if (auto preset = gpu_preset_of(plan)) return *std::move(preset);
  const std::vector<unsigned> gpus = plan.of_kind(model::DeviceKind::kGpu);
  if (gpus.empty()) plan.devices.front().place.fail("no GPU is declared", "GPUs");
  const model::PlannedDevice& first = plan.devices[gpus.front()];
  first.place.fail(fmt::format("{} has {}, but no preset for the GPU", first.name,
                               plan.has(model::LinkFamily::kNvlink) ? "NVLink" : "SMs and memory"),
                   "preset = NAME, " + preset_list());
}

}  // namespace gf::platforms::cluster
