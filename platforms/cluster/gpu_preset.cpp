// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/gpu_preset.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/params.h"
#include "hw/gpu/memory/memory_params.h"
#include "platforms/gpu/preset_files.h"

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

GpuPreset gpu_preset(const model::PlannedDevice& device) {
  GpuPreset preset;
  preset.path = gpu::gpu_preset_path(device.preset);
  preset.entries = gpu::read_preset(preset.path);
  if (preset.entries.empty())
    device.place.fail(fmt::format("the preset '{}' of {}", device.preset, device.name),
                      fmt::format("one of {}", fmt::join(gpu::gpu_preset_names(), ", ")));
  core::ParamRegistry registry;
  for (const ComputeRate& each : kComputeRates) {
    if (device.preset != each.preset) continue;
    preset.compute_rate = each.rate;
    preset.compute_source = each.source;
  }
  for (const core::IniEntry& entry : preset.entries) {
    registry.add_override(entry.key, entry.value, fmt::format("{}:{}", preset.path, entry.line));
    if (entry.key == "gpu.memory.channel_rate") preset.source = entry.comment;
  }
  hw::gpu::MemoryParams memory;
  memory.declare(registry.root().child("gpu.memory"));
  preset.memory_rate = memory.channel_rate * memory.channels;
  preset.source = preset.source.empty() ? preset.path : preset.path + ": " + preset.source;
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
