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

/// The request of a command that runs a platform as its options say, with `settings` besides.
/// `seed`: ConfiguredPlatform::seed() of it. That is not the text of --seed alone: -p and --config
/// may set it, too, and a request's seed wins over both.
runs::Request request_of(const PlatformChoice& choice, std::uint64_t seed,
                         const std::vector<std::string>& settings);

/// Runs that a command asks for, with a line of progress and a store behind them; a signal ends
/// them.
class CommandRuns {
 public:
  using Results = std::vector<std::optional<runs::Result>>;

  /// `plan`: what --dry-run tells beside the runs: files, json, more.
  CommandRuns(const std::string& title, const PoolCommandOptions& options, bool quiet,
              Plan plan = {});

  /// With --dry-run all of these print the plan of the first requests and throw DryRunShown.
  /// In the order of the requests; nothing for those that a signal kept from ending. When runs
  /// fail, those before the first that does still end; then it throws UserError with the code and
  /// the words of the first of them, behind its name.
  [[nodiscard]] Results make(const std::vector<runs::Request>& requests,
                             const std::vector<std::string>& names);
  /// What came of a request: a result, or why there is none; neither when a signal came first.
  struct Made {
    std::optional<runs::Result> result;
    std::string failure;
  };
  /// make() for runs of which some may fail.
  [[nodiscard]] std::vector<Made> make_all(const std::vector<runs::Request>& requests,
                                           const std::vector<std::string>& names);
  /// Where what was made is kept.
  [[nodiscard]] const std::filesystem::path& store() { return (*store_).directory(); }
  [[nodiscard]] bool interrupted() const { return interrupt_.signal() != 0; }
  /// kDone, or that of the signal that came.
  [[nodiscard]] core::ExitCode exit_code() const {
    return interrupted() ? interrupt_.exit_code() : core::ExitCode::kDone;
  }
  /// How many runs were asked for, and how many of them the store had.
  [[nodiscard]] runs::PoolStatus status() const { return pool_.status(); }

 private:
  [[noreturn]] void show_plan(const std::vector<runs::Request>& requests,
                              const std::vector<std::string>& names);
  /// Asks, and serves until all ended or, unless `all`, one failed and all before it ended.
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
