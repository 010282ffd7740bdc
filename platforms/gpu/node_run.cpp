// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/node_run.h"

#include "platforms/run_end.h"

namespace gf::platforms::gpu {

RunOutcome run_node(GpuNode& node, const RunContext& context) {
  std::uint64_t ctas = 0;
  for (const model::Kernel& kernel : node.workload().kernels) ctas += kernel.ctas;
  const core::RunLimits limits = run_limits(context, [&node, ctas] {
    return std::pair{node.dispatcher().ctas_ended(), ctas};
  });
  node.run();
  RunOutcome outcome;
  note_end(core::run_simulation(limits), outcome);
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
