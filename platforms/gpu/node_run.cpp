// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/node_run.h"

#include "core/progress.h"
#include "core/watchdog.h"

namespace gf::platforms::gpu {

RunOutcome run_node(GpuNode& node, const RunContext& context) {
  core::RunLimits limits;
  limits.stop_at = context.stop_at;
  limits.interrupted = context.interrupted;
  if (context.progress != nullptr) {
    limits.on_slice = [&] {
      context.progress->update(node.dispatcher().results().size(), node.workload().kernels.size());
    };
  }
  node.run();
  const core::RunEndReport end = core::run_simulation(limits);
  RunOutcome outcome;
  outcome.code = core::exit_code(end.end);
  outcome.reason = end.explanation;
  if (const std::string refused = node.refused(); !refused.empty()) {
    outcome.code = core::ExitCode::kCheckFailed;
    outcome.reason = refused;
  }
  return outcome;
}

std::vector<Result> node_results(const GpuNode& node) {
  return {{"cycles", node.seconds() / core::to_time(node.clock().period()).to_seconds(), "cycles"},
          {"time", node.seconds(), "s"},
          {"kernels", static_cast<double>(node.dispatcher().results().size()), "count"},
          {"warp_instructions", static_cast<double>(node.warp_instructions()), "count"}};
}

}  // namespace gf::platforms::gpu
