// SPDX-License-Identifier: Apache-2.0
#include "platforms/run_end.h"

#include "core/progress.h"

namespace gf::platforms {

core::RunLimits run_limits(const RunContext& context, const HowFar& how_far) {
  core::RunLimits limits;
  limits.stop_at = context.stop_at;
  limits.interrupted = context.interrupted;
  if (context.progress != nullptr && how_far) {
    limits.on_slice = [progress = context.progress, how_far] {
      const auto [done, all] = how_far();
      progress->update(done, all);
    };
  }
  return limits;
}

void note_end(const core::RunEndReport& end, RunOutcome& outcome) {
  outcome.code = core::exit_code(end.end);
  outcome.reason = end.explanation;
}

}  // namespace gf::platforms
