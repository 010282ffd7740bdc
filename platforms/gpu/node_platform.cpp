// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/node_platform.h"

#include <fmt/format.h>

#include "core/engineering.h"
#include "core/error.h"
#include "core/numbered_names.h"
#include "core/printable.h"
#include "core/text_match.h"
#include "core/watchdog.h"

namespace gf::platforms::gpu {

model::Workload only_kernel(model::Workload workload, const std::string& name) {
  core::NumberedNames numbered;  // as the journal numbers them
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

HowFar NodePlatform::progress() const {
  std::uint64_t ctas = 0;
  for (const model::Kernel& kernel : workload_.kernels) ctas += kernel.ctas;
  return {node_->dispatcher().ctas_ended(), ctas};
}

core::RunEndReport NodePlatform::simulate(const core::RunLimits& limits) {
  node_->run();
  return core::run_simulation(limits);
}

void NodePlatform::judge(RunOutcome& outcome) {
  const std::string refused = node_->refused();
  if (refused.empty()) return;
  outcome.code = core::ExitCode::kCheckFailed;
  outcome.reason = refused;
}

std::vector<Result> NodePlatform::node_results() const {
  const double cycle = core::to_time(node_->clock().period()).to_seconds();
  return {{"cycles", node_->seconds() / cycle, "cycles"},
          {"time", node_->seconds(), "s"},
          {"kernels", static_cast<double>(node_->dispatcher().results().size()), "count"},
          {"warp_instructions", static_cast<double>(node_->warp_instructions()), "count"}};
}

std::string NodePlatform::heading() const {
  const double cycle = core::to_time(node_->clock().period()).to_seconds();
  return fmt::format("{}: {} of {} kernels ended, {:.0f} cycles, {}\n\n", workload_.name,
                     node_->dispatcher().results().size(), workload_.kernels.size(),
                     node_->seconds() / cycle, core::engineering(node_->seconds(), "s"));
}

}  // namespace gf::platforms::gpu
