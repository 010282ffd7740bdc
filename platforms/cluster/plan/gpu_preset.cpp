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
#include "platforms/gpu/device/preset_files.h"
#include "platforms/schedule/schedule_runner.h"

namespace gf::platforms::cluster {
namespace {

/// Operations of a GPU per second: without sparsity, by the units that training uses.
struct ComputeRate {
  const char* preset;
  double rate;
  const char* source;
};
constexpr ComputeRate kComputeRates[] = {
    {"k40m", 4.29e12, "NVIDIA, Tesla K40: single precision, base clock"},
    {"k80", 4.37e12, "NVIDIA, Tesla K80: 8.74 TFLOPS in single precision on its two GPUs"},
    {"m2075", 1.03e12, "NVIDIA, Tesla M2075: single precision"},
    {"p100", 21.2e12, "NVIDIA, Tesla P100 (NVLink): half precision"},
    {"v100", 125e12, "NVIDIA, Tesla V100 (NVLink): tensor cores"},
    {"a100", 312e12, "NVIDIA, A100: tensor cores, 16 bit, without sparsity"},
    {"a100_sxm_80", 312e12, "NVIDIA, A100: tensor cores, 16 bit, without sparsity"},
    {"a100_pcie_40", 312e12, "NVIDIA, A100: tensor cores, 16 bit, without sparsity"},
    {"a100_pcie_80", 312e12, "NVIDIA, A100: tensor cores, 16 bit, without sparsity"},
    {"h100", 989e12, "NVIDIA, H100 SXM5: tensor cores, 16 bit, without sparsity"},
    {"h100_pcie", 756e12, "NVIDIA, H100 data sheet, PCIe: tensor cores, 16 bit, without sparsity"},
    {"h200", 989e12, "NVIDIA, H200 data sheet: tensor cores, 16 bit, without sparsity"},
    {"b200", 2.25e15, "NVIDIA, B200: tensor cores, 16 bit, without sparsity"},
    {"l40s", 362e12, "NVIDIA, L40S data sheet: tensor cores, 16 bit, without sparsity"},
    {"rtx_4090", 165.2e12,
     "NVIDIA, Ada architecture whitepaper, RTX 4090: tensor cores, 16 bit, sums of 32 bit"},
    {"rtx_pro_6000", 503.8e12,
     "assumed: 188 SMs x 1,024 operations of 16 bit a clock at 2.617 GHz"},
    {"mi100", 184.6e12, "AMD, Instinct MI100 data sheet: matrix cores, half precision"},
    {"mi300x", 1307.4e12, "AMD, Instinct MI300X data sheet: matrix cores, half precision"}};

/// Copy engines that copy over PCIe, of GPUs that keep others for links between GPUs: Linux,
/// amdkfd, kfd_get_num_sdma_engines().
constexpr std::pair<const char*, unsigned> kPcieEngines[] = {{"mi100", 2}, {"mi300x", 2}};

/// Measured between GPUs of one server, so over all links between them.
constexpr std::pair<const char*, LinkEfficiency> kLinkEfficiencies[] = {
    {"k80", {0.85239, "calibrated: 11.6 GiB/s between the GPUs of a K80 ([SC16], II-A)"}}};

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

/// Finds the rates of `preset`, and refuses names that are no parameters.
void resolve(GpuPreset& preset) {
  core::ParamRegistry registry;
  for (const core::IniEntry& entry : preset.entries) {
    registry.add_override(entry.key, entry.value, fmt::format("{}:{}", preset.path, entry.line));
    if (entry.key == "gpu.memory.channel_rate") preset.source = entry.comment;
    if (entry.key == "compute_rate") preset.compute_source = entry.comment;
    if (entry.key == "gpu.memory.copy.engines") preset.engines.emplace();
  }
  gpu::GpuNodeParams node;
  hw::nvlink::NvlinkParams link;
  schedule::RunnerParams runner;
  declare_gpu(registry.root(), node);
  link.declare_turning(registry.root());
  runner.declare_only(registry.root(), {"compute_rate"});
  registry.check_all_used();
  const core::ParamRow& compute = registry.rows().back();
  if (compute.origin != "default") preset.compute_rate = runner.compute_rate;
  if (preset.engines) preset.engines = node.gpu.memory.copy.engines.get();
  preset.memory_rate = node.gpu.memory.channel_rate * node.gpu.memory.channels;
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
  const auto rate = [](const core::IniEntry& entry) { return entry.key == "compute_rate"; };
  preset.entries.erase(std::remove_if(preset.entries.begin(), preset.entries.end(), rate),
                       preset.entries.end());
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
  for (const auto& [name, engines] : kPcieEngines)
    if (device.preset == name) preset.engines = engines;
  for (const ComputeRate& each : kComputeRates) {
    if (device.preset != each.preset) continue;
    preset.compute_rate = each.rate;
    preset.compute_source = each.source;
  }
  return preset;
}

}  // namespace

GpuPreset gpu_preset(const model::PlannedDevice& device) {
  GpuPreset preset = model::is_file_name(device.preset) ? user_preset(device) : own_preset(device);
  preset.source = preset.source.empty() ? preset.path : preset.path + ": " + preset.source;
  if (preset.compute_source.empty()) preset.compute_source = preset.path;
  return preset;
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

std::optional<LinkEfficiency> measured_efficiency(const model::MachinePlan& plan) {
  const std::vector<unsigned> gpus = plan.of_kind(model::DeviceKind::kGpu);
  for (const auto& [preset, efficiency] : kLinkEfficiencies)
    if (!gpus.empty() && std::all_of(gpus.begin(), gpus.end(), [&, name = preset](unsigned gpu) {
          return plan.devices[gpu].preset == name;
        }))
      return efficiency;
  return std::nullopt;
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
