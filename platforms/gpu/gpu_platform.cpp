// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/gpu_platform.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "core/run/run_dir.h"
#include "core/text/engineering.h"
#include "core/text/numbered_names.h"
#include "core/text/text_table.h"
#include "core/time/watchdog.h"
#include "platforms/gpu/device/preset_files.h"

namespace gf::platforms::gpu {
namespace {

constexpr const char* kNoPreset = "none";
constexpr Note kCycles{"cycles", "cycles", "time of the workload in cycles of the GPUs' clock"};
constexpr Note kTime{"time", "s", "time of the workload"};
constexpr Note kKernels{"kernels", "count", "kernels that ended"};
constexpr Note kLanesTurned{"lanes_turned", "count", "lanes that changed their direction",
                            "fabric=nvlink"};
constexpr Note kLinkUtilizationMax{
    "link_utilization_max", "ratio",
    "bytes of the busiest direction, divided by what half of the lanes carry", "fabric=nvlink"};
constexpr Note kLinkEnergy{"link_energy", "J", "energy of all links", "fabric=nvlink"};
constexpr Note kPhyArea{"phy_area", "mm2", "area of the PHYs of all links, at both ends",
                        "fabric=nvlink"};
constexpr Note kWireBytes{"wire_bytes", "B", "bytes sent between GPUs, headers included"};
constexpr Note kPayloadBytes{"payload_bytes", "B", "data bytes sent between GPUs"};
constexpr Note kUtilizationMax{"utilization_max", "ratio",
                               "load of the busiest direction of a GPU's links"};
constexpr Note kLinksFile{
    "links.csv", "", "a line per GPU and link: bytes and load out and in, lanes turned, energy",
    "fabric=nvlink"};
constexpr Note kKernelsFile{"kernels.csv", "",
                            "a line per kernel: the cycles of its launch, start and end"};

/// Returns the workload with only the kernel that GpuPlatform::keep_only() names. Throws
/// UserError(kUsage) when there is none.
model::Workload only_kernel(model::Workload workload, const std::string& name) {
  core::NumberedNames numbered;  // numbered like in the journal
  std::vector<std::string> names;
  for (const model::Kernel& kernel : workload.kernels) {
    names.push_back("kernel " + numbered.next(kernel.name));
    if (names.back() != name) continue;
    model::Kernel only = kernel;
    only.waits.clear();
    workload.kernels = {only};
    return workload;
  }
  throw core::UserError(
      core::ExitCode::kUsage,
      fmt::format("no kernel of workload {} is called \"{}\"; it has {}", workload.name,
                  core::excerpt(name), core::known_names(name, names)));
}

}  // namespace

GpuPlatform::GpuPlatform(const GpuPlatformPreset& preset)
    : by_links_(preset.by_links), choice_{preset.workload, preset.source} {
  fabric_params_.nvlink.link.policy = preset.policy;
}

Outputs GpuPlatform::outputs() const {
  return Outputs{{}, {kLinksFile, kKernelsFile}} +
         Outputs{{kCycles, kTime, kKernels, kWarpInstructions, kPacketHops}} +
         schedule::SchedulePart::outputs() +
         Outputs{{kLanesTurned, kLinkUtilizationMax, kLinkEnergy, kPhyArea, kWireBytes,
                  kPayloadBytes, kUtilizationMax}};
}

void GpuPlatform::declare(core::ParamScope root) {
  declare_preset(root);
  choice_.declare(root);
  schedule_.declare(root);
  work_params_.declare(root.child("work"));
  node_params_.declare(root);
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

bool GpuPlatform::keep_only(const std::string& flow) {
  if (runs_schedule())
    schedule_.keep_only(flow);
  else
    only_ = flow;
  return true;
}

void GpuPlatform::build(std::uint64_t seed) {
  fabric_ = make_fabric(fabric_params_, node_params_.gpus, seed);
  nvlink_ = dynamic_cast<NvlinkFabric*>(fabric_.get());
  std::vector<model::Schedule> schedules = make_work(seed);
  node_ = std::make_unique<GpuNode>(
      node_params_, workload_, [&](Gpu& gpu, unsigned number) { fabric_->add_port(gpu, number); });
  fabric_->connect();
  if (runs_schedule()) build_copies(std::move(schedules));
  if (auto* client = fabric_->kernel_client()) node_->dispatcher().add_client(*client);
}

std::vector<model::Schedule> GpuPlatform::make_work(std::uint64_t seed) {
  if (!runs_schedule()) {
    workload_ = choice_.make(node_params_.gpus, seed);
    if (!only_.empty()) workload_ = only_kernel(std::move(workload_), only_);
    return {};
  }
  std::vector<model::Schedule> schedules =
      schedule_.make(choice_.name, node_params_.gpus.get(), seed);
  workload_ = GpuBuffers::make(node_params_.gpus, node_params_.pages.memory, schedules);
  task_workloads_.emplace(schedules, seed);
  task_workloads_->add_data(workload_);
  return schedules;
}

void GpuPlatform::build_copies(std::vector<model::Schedule> schedules) {
  GpuCopies::each_pair(schedules, [&](unsigned from, unsigned to, const std::string& copy) {
    fabric_->require_pair(from, to, copy);
  });
  copies_ = std::make_unique<GpuCopies>(*node_, work_params_, *task_workloads_);
  schedule_.build(*copies_, std::move(schedules));
}

Graph GpuPlatform::graph() const {
  Graph graph;
  graph.title = fmt::format("{}, {} per GPU and direction, {} SMs each", fabric_->text(),
                            core::to_text(fabric_->wire_rate()), node_params_.gpu.sms);
  fabric_->add_to(graph);
  return graph;
}

double GpuPlatform::seconds() const {
  return runs_schedule() ? schedule_.seconds() : node_->seconds();
}

RunProgress GpuPlatform::progress() const {
  if (runs_schedule()) return schedule_.progress();
  std::uint64_t ctas = 0;
  for (const model::Kernel& kernel : workload_.kernels) ctas += kernel.ctas;
  return {node_->dispatcher().ctas_ended(), ctas};
}

core::RunEndReport GpuPlatform::simulate(const core::RunLimits& limits) {
  if (!runs_schedule()) {
    fabric_->require_all_pairs();
    node_->run();
  }
  const core::RunEndReport end = core::run_simulation(limits);
  if (nvlink_ == nullptr) return end;
  // This comes before any reading of statistics: links.csv and stats.csv must cover the same
  // interval, that of `time`.
  nvlink_->work_ended(sc_core::sc_time(seconds(), sc_core::SC_SEC).value());
  rows_ = link_rows(*nvlink_, seconds());
  return end;
}

void GpuPlatform::judge(RunOutcome& outcome) {
  if (runs_schedule() && schedule_.judge(outcome)) return;
  const std::string refused = node_->refused();
  if (refused.empty()) return;
  outcome.code = core::ExitCode::kCheckFailed;
  outcome.reason = refused;
}

std::vector<Result> GpuPlatform::work_results() const {
  if (runs_schedule()) return schedule_.results();
  const double cycle = core::to_time(node_->clock().period()).to_seconds();
  return {kCycles.result(node_->seconds() / cycle), kTime.result(node_->seconds()),
          kKernels.result(node_->dispatcher().results().size()),
          kWarpInstructions.result(node_->warp_instructions())};
}

void GpuPlatform::append_link_results(std::vector<Result>& results) const {
  double turns = 0, joules = 0, mm2 = 0, most = 0;
  for (const LinkRow& row : rows_) {
    most = std::max({most, row.out.utilization, row.in.utilization});
    // A link between two GPUs has a row at both, but its turns, energy and area count once.
    if (nvlink_->counted_at_peer(row.gpu, row.link)) continue;
    turns += row.turns;
    joules += row.joules;
    mm2 += row.mm2;
  }
  results.push_back(kLanesTurned.result(turns));
  results.push_back(kLinkUtilizationMax.result(most));
  results.push_back(kLinkEnergy.result(joules));
  results.push_back(kPhyArea.result(mm2));
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
  if (nvlink_ != nullptr) append_link_results(results);
  results.push_back(kWireBytes.result(bytes));
  results.push_back(kPayloadBytes.result(payload));
  results.push_back(kUtilizationMax.result(most));
  return results;
}

std::string GpuPlatform::heading() const {
  if (runs_schedule()) return schedule_.table() + "\n";
  const double cycle = core::to_time(node_->clock().period()).to_seconds();
  return fmt::format("{}: {} of {} kernels ended, {:.0f} cycles, {}\n\n", workload_.name,
                     node_->dispatcher().results().size(), workload_.kernels.size(),
                     node_->seconds() / cycle, core::engineering(node_->seconds(), "s"));
}

std::string GpuPlatform::table() const {
  return heading() + (by_links_ && nvlink_ != nullptr ? links_table(rows_) : gpus_table());
}

std::string GpuPlatform::gpus_table() const {
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
  return text.str();
}

void GpuPlatform::write_files(const core::RunDirectory& directory) const {
  if (nvlink_ != nullptr) {
    std::ofstream links(directory.file(kLinksFile.name));
    write_links_csv(links, rows_);
  }
  if (runs_schedule()) {
    schedule_.write_tasks(directory);
    schedule_.write_record(directory);
  }
  std::ofstream kernels(directory.file(kKernelsFile.name));
  write_kernels_csv(kernels, node_->dispatcher());
}

}  // namespace gf::platforms::gpu
