// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/base/ticks.h"
#include "core/system/child_process.h"
#include "core/system/scratch_directory.h"
#include "sc_main/cli/command.h"
#include "sc_main/cli/configured_platform.h"

namespace gf::app {

/// Returns the machine of the run in directory `run`, from its configuration and inputs. Throws
/// UserError if that is no run, or one that ended early and cannot be repeated.
ConfiguredPlatform recorded_machine(const CommandLine& line, const std::string& run);

/// Runs the machine again.
platforms::RunOutcome simulate(ConfiguredPlatform& machine);

/// Throws UserError(kCheckFailed) unless the repeated run gives the recorded results: otherwise the
/// answer would be about another run.
void check_same(const std::string& run, const platforms::RunOutcome& outcome);

/// `gpufabric why RUN FLOW --alone`, in a separate process, because SystemC builds one machine per
/// process. It starts in the constructor.
class AloneRun {
 public:
  AloneRun(const std::string& run, const std::string& flow);
  /// Waits, and returns how long the flow takes, in ticks; 0: this platform cannot run one flow
  /// alone. Throws UserError(kCheckFailed) if the run failed.
  core::Ticks time();
  /// Returns the JSON that it printed; null after time() has returned 0.
  [[nodiscard]] const nlohmann::json& answer() const { return answer_; }

 private:
  core::ScratchDirectory directory_;
  std::optional<core::ChildProcess> child_;
  nlohmann::json answer_;
};

}  // namespace gf::app
