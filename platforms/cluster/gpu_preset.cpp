// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/gpu_preset.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>
#include <string_view>

#include "core/ini.h"
#include "core/params.h"
#include "hw/gpu/memory/memory_params.h"

namespace gf::platforms::proact {
/// Text of "platforms/gpu/presets/k40m.ini" and of all others (cmake/EmbedText.cmake).
std::string_view preset_file(std::string_view path);
}  // namespace gf::platforms::proact

namespace gf::platforms::cluster {
namespace {

/// What a GPU computes in a second: without sparsity, by the units that training uses.
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
    {"h100", 989e12, "NVIDIA, H100 SXM5: tensor cores, 16 bit, without sparsity"},
    {"b200", 2.25e15, "NVIDIA, B200: tensor cores, 16 bit, without sparsity"}};

}  // namespace

const std::vector<std::string>& gpu_preset_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const ComputeRate& each : kComputeRates) all.emplace_back(each.preset);
    return all;
  }();
  return names;
}

GpuPreset gpu_preset(const model::PlannedDevice& device) {
  const std::string path = fmt::format("platforms/gpu/presets/{}.ini", device.preset);
  const std::string_view text = proact::preset_file(path);
  if (text.empty())
    device.place.fail(fmt::format("the preset '{}' of {}", device.preset, device.name),
                      fmt::format("one of {}", fmt::join(gpu_preset_names(), ", ")));
  core::ParamRegistry registry;
  GpuPreset preset;
  std::istringstream in{std::string(text)};
  preset.path = path;
  for (const ComputeRate& each : kComputeRates) {
    if (device.preset != each.preset) continue;
    preset.compute_rate = each.rate;
    preset.compute_source = each.source;
  }
  preset.entries = core::read_ini(in, path);
  for (const core::IniEntry& entry : preset.entries) {
    registry.add_override(entry.key, entry.value, fmt::format("{}:{}", path, entry.line));
    if (entry.key == "gpu.memory.channel_rate") preset.source = entry.comment;
  }
  hw::gpu::MemoryParams memory;
  memory.declare(registry.root().child("gpu.memory"));
  preset.memory_rate = memory.channel_rate * memory.channels;
  preset.source = preset.source.empty() ? path : path + ": " + preset.source;
  return preset;
}

std::optional<GpuPreset> gpu_preset_of(const model::MachinePlan& plan) {
  const model::PlannedDevice* first = nullptr;
  for (const unsigned gpu : plan.of_kind(model::DeviceKind::kGpu)) {
    const model::PlannedDevice& device = plan.devices[gpu];
    if (first == nullptr) first = &device;
    if (device.preset != first->preset)
      device.place.fail(fmt::format("{} is a '{}' and {} a '{}'", first->name, first->preset,
                                    device.name, device.preset),
                        "GPUs that are all alike");
  }
  if (first == nullptr || first->preset.empty()) return std::nullopt;
  return gpu_preset(*first);
}

}  // namespace gf::platforms::cluster
