// SPDX-License-Identifier: Apache-2.0
#include "platforms/platform.h"

#include "core/text/progress.h"
#include "core/time/watchdog.h"

namespace gf::platforms {

Outputs operator+(Outputs outputs, const Outputs& more) {
  outputs.results.insert(outputs.results.end(), more.results.begin(), more.results.end());
  outputs.files.insert(outputs.files.end(), more.files.begin(), more.files.end());
  return outputs;
}

RunOutcome Platform::run(const RunContext& context) {
  core::RunLimits limits;
  limits.stop_at = context.stop_at;
  limits.interrupted = context.interrupted;
  if (context.progress != nullptr) {
    limits.on_slice = [this, shown = context.progress] {
      const auto [done, all] = progress();
      if (all > 0) shown->update(done, all);
    };
  }
  const core::RunEndReport end = simulate(limits);
  RunOutcome outcome;
  outcome.code = core::exit_code(end.end);
  outcome.reason = end.explanation;
  outcome.cut_short =
      outcome.code == core::ExitCode::kDeadlock || end.end == core::RunEnd::kStopped;
  // Judging comes before results and table, which may show its findings. It also comes before
  // files, which are written whatever the verdict.
  judge(outcome);
  outcome.results = results();
  outcome.table = table();
  if (context.directory != nullptr) write_files(*context.directory);
  return outcome;
}

core::RunEndReport Platform::simulate(const core::RunLimits& limits) {
  return core::run_simulation(limits);
}

}  // namespace gf::platforms
