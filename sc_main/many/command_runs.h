// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/text/progress.h"
#include "runs/pool.h"
#include "sc_main/cli/configured_platform.h"
#include "sc_main/cli/interrupt_flag.h"
#include "sc_main/cli/store_option.h"
#include "sc_main/run/dry_run.h"

namespace gf::app {

/// Returns the request of a command that runs a platform with its options and with `settings` in
/// addition. `seed` is ConfiguredPlatform::seed(), not just the text of --seed: -p and --config may
/// set it too, and a request's seed overrides both.
runs::Request request_of(const PlatformChoice& choice, std::uint64_t seed,
                         const std::vector<std::string>& settings);

/// The runs of a command, with a progress line and a store. A signal ends them.
class CommandRuns {
 public:
  using Results = std::vector<std::optional<runs::Result>>;

  /// `plan` is what --dry-run shows in addition to the runs: files, json, more.
  CommandRuns(const std::string& title, const PoolCommandOptions& options, bool quiet,
              Plan plan = {});

  /// Makes the runs and returns results in the order of the requests; nothing for those that a
  /// signal interrupted. If a run fails, the runs before the first failing one still end. It then
  /// throws UserError with that run's code and message, preceded by its name. With --dry-run all
  /// these functions print the plan of their first requests and throw DryRunShown.
  [[nodiscard]] Results make(const std::vector<runs::Request>& requests,
                             const std::vector<std::string>& names);
  /// The outcome of a request: a result, or why there is none; neither if a signal came first.
  struct Made {
    std::optional<runs::Result> result;
    std::string failure;
  };
  /// Like make(), for runs that may fail.
  [[nodiscard]] std::vector<Made> make_all(const std::vector<runs::Request>& requests,
                                           const std::vector<std::string>& names);
  /// Returns the directory of the finished runs.
  [[nodiscard]] const std::filesystem::path& store() { return (*store_).directory(); }
  [[nodiscard]] bool interrupted() const { return interrupt_.signal() != 0; }
  /// Returns kDone, or the code of the signal that came.
  [[nodiscard]] core::ExitCode exit_code() const {
    return interrupted() ? interrupt_.exit_code() : core::ExitCode::kDone;
  }
  /// Returns the number of requested runs, and how many of them the store had.
  [[nodiscard]] runs::PoolStatus status() const { return pool_.status(); }

 private:
  [[noreturn]] void show_plan(const std::vector<runs::Request>& requests,
                              const std::vector<std::string>& names);
  /// Requests the runs. Serves until all have ended or, unless `all`, one has failed and all before
  /// it have ended.
  std::vector<runs::Run> serve(const std::vector<runs::Request>& requests,
                               const std::vector<std::string>& names, bool all);

  const bool dry_run_;
  Plan plan_;
  InterruptFlag interrupt_;
  CommandStore store_;
  runs::Pool pool_;
  core::Progress progress_;
};

}  // namespace gf::app
