// SPDX-License-Identifier: Apache-2.0
#include "workloads/collectives/search_rates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "core/base/text_match.h"
#include "tlm_models/machine/cpu_presets.h"
#include "tlm_models/topology/nvlink/nvlink_generations.h"

namespace gf::model {
namespace {

constexpr unsigned kAssumedCapability = 80;

/// Compute capability of the GPU presets whose name begins so; NVIDIA, CUDA GPUs.
constexpr std::array<std::pair<std::string_view, unsigned>, 19> kCapabilities{
    {{"m2075", 20},
     {"k40m", 35},
     {"k80", 37},
     {"p100", 60},
     {"v100", 70},
     {"titan_rtx", 75},
     {"rtx_2080", 75},
     {"a100", 80},
     {"rtx_3090", 86},
     {"l40s", 89},
     {"rtx_4090", 89},
     {"h100", 90},
     {"h200", 90},
     {"gh200", 90},
     {"b200", 100},
     {"b300", 103},
     {"gb300", 103},
     {"rtx_5090", 120},
     {"rtx_pro_6000", 120}}};

/// Generation of NVLink, from 1, to the GPUs that have it.
constexpr std::array<unsigned, 5> kOfNvlink{60, 70, 80, 90, 100};

/// MB/s of one NVLink; SM60_NVLINK_BW and so on in topo.h.
SearchRate one_nvlink(unsigned capability) {
  if (capability >= 100) return 40'100;
  if (capability >= 90) return 20'600;
  if (capability == 86) return 12'000;
  if (capability >= 70) return 20'000;
  return capability >= 60 ? 18'000 : 20'000;
}

/// MB/s of one xGMI by generation from 1; RCCL, src/graph/topo.h: VEGA, MI200, GFX94X.
constexpr std::array<SearchRate, 3> kOneXgmi{24'000, 36'000, 48'000};

}  // namespace

unsigned compute_capability(const PlannedDevice& gpu) {
  for (const auto& [name, value] : kCapabilities)
    if (core::begins_with(gpu.preset, name)) return value;
  if (gpu.nvlinks && !gpu.nvlinks->is_xgmi())
    return kOfNvlink.at(std::min<std::size_t>(gpu.nvlinks->generation, kOfNvlink.size()) - 1);
  return kAssumedCapability;
}

unsigned compute_capability(const MachinePlan& plan) {
  unsigned least = ~0u;
  for (const unsigned gpu : plan.of_kind(DeviceKind::kGpu))
    least = std::min(least, compute_capability(plan.devices[gpu]));
  return least;
}

SearchRate nvlink_search_rate(const LinkSpec& spec, unsigned capability) {
  if (!spec.is_xgmi()) return one_nvlink(capability) * spec.width;
  const std::size_t generation = spec.generation - nvlink_generations().size();
  return kOneXgmi.at(std::min(generation, kOneXgmi.size()) - 1) * spec.width;
}

SearchRate nvswitch_search_rate(const MachinePlan& plan) {
  std::map<unsigned, SearchRate> of;
  const unsigned capability = compute_capability(plan);
  for (const unsigned gpu : plan.of_kind(DeviceKind::kGpu)) of[gpu] = 0;
  for (const PlannedLink& link : plan.links) {
    const bool first = plan.devices[link.a].kind == DeviceKind::kGpu;
    const unsigned gpu = first ? link.a : link.b, other = first ? link.b : link.a;
    if (plan.devices[other].kind == DeviceKind::kNvSwitch && of.count(gpu) > 0)
      of[gpu] += nvlink_search_rate(*link.spec, capability);
  }
  const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
  return of.empty() ? 0 : std::min_element(of.begin(), of.end(), less)->second;
}

SearchRate pcie_search_rate(const std::optional<LinkSpec>& spec) {
  constexpr SearchRate kLaneOfGen1 = 1500;  // per 8 lanes; topo.cc doubles it by generation
  if (!spec) return 12'000;
  if (spec->family == LinkFamily::kPcie)
    return (kLaneOfGen1 << (spec->generation - 1)) * spec->width / 8;
  constexpr double kPayloadShare = 0.8;
  return std::llround(kPayloadShare * spec->raw_rate().value().bytes_per_second() / 1e6);
}

SearchRate socket_search_rate(const PlannedDevice& root, const LinkSpec& socket) {
  const double known = cpu_preset(root.cpu)->nccl_rate;
  if (known > 0) return std::llround(known * 1000);
  return std::llround(socket.raw_rate().value().bytes_per_second() / 2e6);
}

const std::vector<SearchRate>& channel_speeds(unsigned capability, bool between_nodes) {
  // search.cc: speedArrayIntra, speedArrayInter, and those of sm90 and sm100.
  static const std::array<std::array<std::vector<SearchRate>, 2>, 3> all{
      {{{{40'000, 30'000, 20'000, 18'000, 15'000, 12'000, 10'000, 9'000, 7'000, 6'000, 5'000, 4'000,
          3'000},
         {48'000, 30'000, 28'000, 24'000, 20'000, 18'000, 15'000, 12'000, 10'000, 9'000, 7'000,
          6'000, 5'000, 4'000, 3'000, 2'400, 1'200, 240, 120}}},
       {{{60'000, 50'000, 40'000, 30'000, 24'000, 20'000, 15'000, 12'000, 11'000, 6'000, 3'000},
         {48'000, 45'000, 42'000, 40'000, 30'000, 24'000, 22'000, 20'000, 17'500, 15'000, 12'000,
          6'000, 3'000, 2'400, 1'200, 240, 120}}},
       {{{90'000, 80'000, 70'000, 60'000, 50'000, 45'000, 40'000, 30'000, 24'000, 20'000, 19'000,
          18'000},
         {96'000, 86'000, 80'000, 48'000, 45'100, 42'000, 40'000, 30'000, 24'000, 22'000,
          20'000, 17'500, 15'000, 12'000, 6'000,  3'000,  2'400,  1'200,  240,    120}}}}};
  return all[capability >= 100 ? 2 : capability >= 90 ? 1 : 0][between_nodes ? 1 : 0];
}

}  // namespace gf::model
