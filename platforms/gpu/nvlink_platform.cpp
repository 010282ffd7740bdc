// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/nvlink_platform.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>

#include "core/run/run_dir.h"
#include "core/time/watchdog.h"

namespace gf::platforms::gpu {
namespace {

constexpr Note kLanesTurned{"lanes_turned", "count", "lanes that changed their direction"};
constexpr Note kLinkUtilizationMax{
    "link_utilization_max", "ratio",
    "bytes of the busiest direction, divided by what half of the lanes carry"};
constexpr Note kLinkEnergy{"link_energy", "J", "energy of all links"};
constexpr Note kPhyArea{"phy_area", "mm2", "area of the PHYs of all links, at both ends"};
constexpr Note kLinksFile{
    "links.csv", "", "a line per GPU and link: bytes and load out and in, lanes turned, energy"};
constexpr Note kKernelsFile{"kernels.csv", "",
                            "a line per kernel: the cycles of its launch, start and end"};

}  // namespace

Outputs NvlinkPlatform::outputs() const {
  return Outputs{{}, {kLinksFile, kKernelsFile}} + work_outputs() +
         Outputs{{kLanesTurned, kLinkUtilizationMax, kLinkEnergy, kPhyArea}};
}

void NvlinkPlatform::declare(core::ParamScope root) {
  declare_node(root);
  fabric_params_.declare(root);
}

void NvlinkPlatform::build(std::uint64_t seed) {
  fabric_ = std::make_unique<NvlinkFabric>(fabric_params_, node_params_.gpus, seed);
  build_node(*fabric_, seed);
  node_->dispatcher().add_client(*fabric_);
}

Graph NvlinkPlatform::graph() const {
  Graph graph;
  graph.title = fmt::format("{}, {} SMs each", fabric_->text(), node_params_.gpu.sms);
  fabric_->add_to(graph);
  return graph;
}

core::RunEndReport NvlinkPlatform::simulate(const core::RunLimits& limits) {
  if (!runs_schedule()) fabric_->require_all_pairs();
  const core::RunEndReport end = NodePlatform::simulate(limits);
  // This comes before any reading of statistics: links.csv and stats.csv must cover the same
  // interval, that of `time`.
  fabric_->work_ended(sc_core::sc_time(seconds(), sc_core::SC_SEC).value());
  rows_ = link_rows(*fabric_, seconds());
  return end;
}

std::string NvlinkPlatform::table() const { return heading() + links_table(rows_); }

void NvlinkPlatform::write_files(const core::RunDirectory& directory) const {
  std::ofstream links(directory.file(kLinksFile.name));
  write_links_csv(links, rows_);
  write_schedule(directory);
  std::ofstream kernels(directory.file(kKernelsFile.name));
  write_kernels_csv(kernels, node_->dispatcher());
}

std::vector<Result> NvlinkPlatform::results() const {
  std::vector<Result> results = work_results();
  results.push_back(kPacketHops.result(fabric_->packet_hops()));
  double turns = 0, joules = 0, mm2 = 0, most = 0;
  for (const LinkRow& row : rows_) {
    most = std::max({most, row.out.utilization, row.in.utilization});
    // A link between two GPUs has a row at both, but its turns, energy and area count once.
    if (fabric_->counted_at_peer(row.gpu, row.link)) continue;
    turns += row.turns;
    joules += row.joules;
    mm2 += row.mm2;
  }
  results.push_back(kLanesTurned.result(turns));
  results.push_back(kLinkUtilizationMax.result(most));
  results.push_back(kLinkEnergy.result(joules));
  results.push_back(kPhyArea.result(mm2));
  return results;
}

}  // namespace gf::platforms::gpu
