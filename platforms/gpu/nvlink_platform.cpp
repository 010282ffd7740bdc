// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/nvlink_platform.h"

#include <algorithm>
#include <fmt/ostream.h>
#include <fstream>

#include "core/progress.h"
#include "core/run_dir.h"

namespace gf::platforms::gpu {

void NvlinkPlatform::declare(core::ParamScope root) {
  choice_.declare(root, "seed 000, Fig. 1");
  node_params_.declare(root);
  fabric_params_.declare(root);
}

void NvlinkPlatform::build(std::uint64_t seed) {
  workload_ = choice_.make(node_params_.gpus, seed);
  fabric_ = std::make_unique<NvlinkFabric>(fabric_params_, node_params_.gpus, seed);
  node_ = std::make_unique<GpuNode>(node_params_, workload_, [this](Gpu& gpu, unsigned number) {
    fabric_->add_port(gpu, number);
  });
  fabric_->connect();
  node_->dispatcher().add_listener(*fabric_);
}

void NvlinkPlatform::print_topology(std::ostream& out, const std::string& format) const {
  if (format == "dot") {
    fmt::print(out, "graph nvlink_node {{\n");
    for (const auto& [a, b] : fabric_->edges()) fmt::print(out, "  {} -- {};\n", a, b);
    fmt::print(out, "}}\n");
  } else if (format == "csv") {
    fmt::print(out, "end,other_end,lanes\n");
    for (const auto& [a, b] : fabric_->edges())
      fmt::print(out, "{},{},{}\n", a, b, fabric_->link_params().lanes);
  } else {
    fmt::print(out, "{}, {} SMs each\n", fabric_->text(), node_params_.gpu.sms);
  }
}

double NvlinkPlatform::seconds() const {
  if (!node_->dispatcher().finished()) return sc_core::sc_time_stamp().to_seconds();
  core::Cycle last = 0;
  for (const hw::gpu::KernelResult& kernel : node_->dispatcher().results())
    last = std::max(last, kernel.ended);
  return static_cast<double>(last) * node_params_.clock.to_seconds();
}

RunOutcome NvlinkPlatform::run(const RunContext& context) {
  core::RunLimits limits;
  limits.stop_at = context.stop_at;
  limits.interrupted = context.interrupted;
  if (context.progress != nullptr) {
    limits.on_slice = [&] {
      context.progress->update(node_->dispatcher().results().size(), workload_.kernels.size());
    };
  }
  node_->run();
  const core::RunEndReport end = core::run_simulation(limits);
  const std::vector<LinkRow> rows = link_rows(*fabric_, seconds());
  if (context.directory != nullptr) {
    std::ofstream links(context.directory->file("links.csv"));
    write_links_csv(links, rows);
    std::ofstream kernels(context.directory->file("kernels.csv"));
    write_kernels_csv(kernels, node_->dispatcher());
  }
  return outcome(end, rows);
}

RunOutcome NvlinkPlatform::outcome(const core::RunEndReport& end,
                                   const std::vector<LinkRow>& rows) const {
  RunOutcome outcome;
  outcome.code = core::exit_code(end.end);
  outcome.reason = end.explanation;
  outcome.results = results(rows);
  outcome.table = links_table(rows);
  if (const std::string refused = node_->refused(); !refused.empty()) {
    outcome.code = core::ExitCode::kCheckFailed;
    outcome.reason = refused;
  }
  return outcome;
}

std::vector<Result> NvlinkPlatform::results(const std::vector<LinkRow>& rows) const {
  std::vector<Result> results = {
      {"cycles", seconds() / node_params_.clock.to_seconds(), "cycles"},
      {"time", seconds(), "s"},
      {"kernels", static_cast<double>(node_->dispatcher().results().size()), "count"},
      {"warp_instructions", static_cast<double>(node_->warp_instructions()), "count"},
      {"packet_hops", static_cast<double>(fabric_->packet_hops()), "count"}};
  double turns = 0, joules = 0, most = 0;
  for (const LinkRow& row : rows) {
    most = std::max({most, row.out.utilization, row.in.utilization});
    if (fabric_->seen_before(row.gpu, row.link)) continue;
    turns += row.turns;
    joules += row.joules;
  }
  results.push_back({"lanes_turned", turns, "count"});
  results.push_back({"link_utilization_max", most, "ratio"});
  results.push_back({"link_energy", joules, "J"});
  return results;
}

}  // namespace gf::platforms::gpu
