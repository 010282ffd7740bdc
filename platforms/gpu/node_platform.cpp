// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/node_platform.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "core/text/engineering.h"
#include "core/text/numbered_names.h"
#include "core/time/watchdog.h"
#include "platforms/gpu/fabrics/fabric_if.h"

namespace gf::platforms::gpu {
namespace {

constexpr Note kCycles{"cycles", "cycles", "time of the workload in cycles of the GPUs' clock"};
constexpr Note kTime{"time", "s", "time of the workload"};
constexpr Note kKernels{"kernels", "count", "kernels that ended"};

}  // namespace

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

void NodePlatform::declare_node(const core::ParamScope& root) {
  choice_.declare(root);
  schedule_.declare(root);
  work_params_.declare(root.child("work"));
  node_params_.declare(root);
}

std::vector<model::Schedule> NodePlatform::make_work(std::uint64_t seed) {
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

void NodePlatform::build_copies(std::vector<model::Schedule> schedules) {
  copies_ = std::make_unique<GpuCopies>(*node_, work_params_, *task_workloads_);
  schedule_.build(*copies_, std::move(schedules));
}

double NodePlatform::seconds() const {
  return runs_schedule() ? schedule_.seconds() : node_->seconds();
}

RunProgress NodePlatform::progress() const {
  if (runs_schedule()) return schedule_.progress();
  std::uint64_t ctas = 0;
  for (const model::Kernel& kernel : workload_.kernels) ctas += kernel.ctas;
  return {node_->dispatcher().ctas_ended(), ctas};
}

core::RunEndReport NodePlatform::simulate(const core::RunLimits& limits) {
  if (!runs_schedule()) node_->run();
  return core::run_simulation(limits);
}

void NodePlatform::judge(RunOutcome& outcome) {
  if (runs_schedule() && schedule_.judge(outcome)) return;
  const std::string refused = node_->refused();
  if (refused.empty()) return;
  outcome.code = core::ExitCode::kCheckFailed;
  outcome.reason = refused;
}

Outputs NodePlatform::work_outputs() {
  return Outputs{{kCycles, kTime, kKernels, kWarpInstructions, kPacketHops}} +
         schedule::SchedulePart::outputs();
}

std::vector<Result> NodePlatform::work_results() const {
  if (runs_schedule()) return schedule_.results();
  const double cycle = core::to_time(node_->clock().period()).to_seconds();
  return {kCycles.result(node_->seconds() / cycle), kTime.result(node_->seconds()),
          kKernels.result(node_->dispatcher().results().size()),
          kWarpInstructions.result(node_->warp_instructions())};
}

std::string NodePlatform::heading() const {
  if (runs_schedule()) return schedule_.table() + "\n";
  const double cycle = core::to_time(node_->clock().period()).to_seconds();
  return fmt::format("{}: {} of {} kernels ended, {:.0f} cycles, {}\n\n", workload_.name,
                     node_->dispatcher().results().size(), workload_.kernels.size(),
                     node_->seconds() / cycle, core::engineering(node_->seconds(), "s"));
}

void NodePlatform::write_schedule(const core::RunDirectory& directory) const {
  if (!runs_schedule()) return;
  schedule_.write_tasks(directory);
  schedule_.write_record(directory);
}

}  // namespace gf::platforms::gpu
