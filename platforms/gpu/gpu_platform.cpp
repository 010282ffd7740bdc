// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/gpu_platform.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

#include "core/text/text_table.h"
#include "core/time/watchdog.h"
#include "platforms/gpu/device/preset_files.h"

namespace gf::platforms::gpu {

constexpr const char* kNoPreset = "none";
constexpr Note kWireBytes{"wire_bytes", "B", "bytes sent between GPUs, headers included"};
constexpr Note kPayloadBytes{"payload_bytes", "B", "data bytes sent between GPUs"};
constexpr Note kUtilizationMax{"utilization_max", "ratio",
                               "load of the busiest direction of a GPU's links"};

Outputs GpuPlatform::outputs() const {
  return work_outputs() + Outputs{{kWireBytes, kPayloadBytes, kUtilizationMax}};
}

void GpuPlatform::declare(core::ParamScope root) {
  declare_preset(root);
  declare_node(root);
  fabric_params_.declare(root);
}

void GpuPlatform::declare_preset(const core::ParamScope& root) {
  std::vector<std::string> legal = gpu_preset_names();
  legal.insert(legal.begin(), kNoPreset);
  root.add("preset", preset_,
           "preset of each GPU, overridden by explicit settings; none: the defaults", "none",
           core::one_of(legal));
  if (preset_ == kNoPreset) return;
  const std::string path = gpu_preset_path(preset_);
  for (const core::IniEntry& entry : read_preset(path))
    if (!is_of_machines(entry))
      root.preset(entry.key, entry.value, fmt::format("{}:{}", path, entry.line));
}

void GpuPlatform::build(std::uint64_t seed) {
  fabric_ = make_fabric(fabric_params_, node_params_.gpus, seed);
  build_node(*fabric_, seed);
  if (auto* client = fabric_->kernel_client()) node_->dispatcher().add_client(*client);
}

Graph GpuPlatform::graph() const {
  Graph graph;
  graph.title = fmt::format("{}, {} per GPU and direction, {} SMs each", fabric_->text(),
                            core::to_text(fabric_->wire_rate()), node_params_.gpu.sms);
  fabric_->add_to(graph);
  return graph;
}

core::RunEndReport GpuPlatform::simulate(const core::RunLimits& limits) {
  if (!runs_schedule()) fabric_->require_all_pairs();
  return NodePlatform::simulate(limits);
}

std::vector<Result> GpuPlatform::results() const {
  double bytes = 0, payload = 0, most = 0;
  for (unsigned g = 0; g < node_->gpus(); ++g) {
    const FabricTraffic traffic = fabric_->traffic(g);
    bytes += traffic.out.bytes;
    payload += traffic.out.payload;
    for (const FabricPath* way : {&traffic.out, &traffic.in})
      most = std::max(most, way->utilization(seconds(), fabric_->wire_rate()));
  }
  std::vector<Result> results = work_results();
  results.push_back(kPacketHops.result(fabric_->packet_hops()));
  results.push_back(kWireBytes.result(bytes));
  results.push_back(kPayloadBytes.result(payload));
  results.push_back(kUtilizationMax.result(most));
  return results;
}

std::string GpuPlatform::table() const {
  core::TextTable table({"gpu", ">out GB/s", ">out busy %", ">out payload %", ">in GB/s",
                         ">in busy %", ">in payload %"});
  const double time = std::max(seconds(), 1e-15);
  for (unsigned g = 0; g < node_->gpus(); ++g) {
    const FabricTraffic traffic = fabric_->traffic(g);
    std::vector<std::string> row{std::to_string(g)};
    for (const FabricPath* way : {&traffic.out, &traffic.in}) {
      row.push_back(fmt::format("{:.2f}", way->bytes / time / 1e9));
      row.push_back(fmt::format("{:.1f}", 100 * way->busy / time));
      row.push_back(fmt::format("{:.1f}", way->bytes > 0 ? 100 * way->payload / way->bytes : 0.0));
    }
    table.add_row(row);
  }
  std::ostringstream text;
  table.print(text, core::output_columns());
  return heading() + text.str();
}

}  // namespace gf::platforms::gpu
