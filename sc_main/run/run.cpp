// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>

#include "core/base/printable.h"
#include "core/base/version.h"
#include "core/param/param_listing.h"
#include "core/ranks/ranks.h"
#include "core/run/plugins.h"
#include "core/run/run_dir.h"
#include "core/run/run_inputs.h"
#include "core/run/stats_files.h"
#include "core/system/thread_team.h"
#include "core/text/colour.h"
#include "core/text/json.h"
#include "core/text/log.h"
#include "core/text/progress.h"
#include "core/text/shell_word.h"
#include "core/time/look_dates.h"
#include "sc_main/cli/command.h"
#include "sc_main/cli/configured_platform.h"
#include "sc_main/cli/defaults.h"
#include "sc_main/cli/start_ranks.h"
#include "sc_main/page/bottleneck.h"
#include "sc_main/run/early_end.h"
#include "sc_main/run/end_watch.h"
#include "sc_main/run/numbered_directory.h"
#include "sc_main/run/observers.h"
#include "sc_main/run/run_options.h"
#include "sc_main/run/run_plan.h"
#include "sc_main/run/run_results.h"
#include "sc_main/why/followed_packet.h"

namespace gf::app {
namespace {

using core::ExitCode;

std::string command_text(const Arguments& arguments) {
  std::string text = "gpufabric";
  for (const std::string& word : core::plugin_words()) text += " " + core::shell_word(word);
  text += " run";
  for (const std::string& word : arguments) text += " " + core::shell_word(word);
  return text;
}

core::LogLevel log_level(const RunOptions& options) {
  if (options.verbose) return core::LogLevel::kVerbose;
  return options.quiet ? core::LogLevel::kQuiet : core::LogLevel::kNormal;
}

platforms::RunOutcome simulate(ConfiguredPlatform& configured, const RunOptions& options,
                               core::RunDirectory* directory, EarlyEnd& early_end,
                               EndWatch& end_watch) {
  core::Progress progress(configured.name(), options.quiet);
  platforms::RunContext context;
  context.seed = configured.seed();
  context.directory = directory;
  if (!options.quiet) context.progress = &progress;
  context.stop_at = options.stop_time();
  context.interrupted = [&] {
    if (end_watch.asked()) core::ranks().wish_end(early_end.why());
    return core::ranks().end_agreed() != 0;
  };
  const platforms::RunOutcome outcome = configured.platform().run(context);
  early_end.take(core::ranks().end_agreed());
  return outcome;
}

core::RunRecord record_of(const ConfiguredPlatform& configured, const Arguments& arguments,
                          const platforms::RunOutcome& outcome, const EarlyEnd& early_end) {
  core::RunRecord record;
  record.command = command_text(arguments);
  record.platform = configured.name();
  record.seed = configured.seed();
  record.code = outcome.code;
  record.reason = outcome.reason;
  for (const OptionDefault& one : defaults_in_force())
    record.defaults.push_back({one.option, one.value, one.origin});
  record.partial = outcome.cut_short;
  early_end.mark(record);
  return record;
}

/// The files of a run, from the moment that there is something to write.
class RunFiles {
 public:
  RunFiles(const ConfiguredPlatform& configured, const RunOptions& options)
      : title_(fmt::format("{} of gpufabric {}", configured.name(), core::version())),
        stats_of_(options.stats_of),
        rows_(configured.params().rows()),
        numbered_(options.numbers_directory()
                      ? std::make_unique<NumberedDirectory>(configured.name())
                      : nullptr),
        directory_(numbered_ ? numbered_->path().string() : options.outdir, options.force) {}

  /// Leaves nothing behind; any thread may call it before the program ends.
  void discard() {
    directory_.discard();
    if (numbered_) numbered_->remove_if_empty();
  }
  /// From the working directory where it is numbered, as a shell takes it.
  [[nodiscard]] std::string shown_path() const {
    return (numbered_ ? numbered_->path() : directory_.path()).string();
  }
  /// Whether the user did not name it, and is to be told where it is.
  [[nodiscard]] bool is_numbered() const { return numbered_ != nullptr; }
  void keep_inputs() { inputs_ = core::keep_inputs(rows_, directory_); }
  core::RunDirectory& directory() { return directory_; }

  void commit(core::RunRecord record, const platforms::RunOutcome& outcome) {
    const std::filesystem::path file = directory_.file("config.resolved.ini");
    std::ofstream out(file);
    core::write_resolved_ini(out, title_, rows_);
    out.close();
    if (!out) core::fail_write(file, "the configuration");
    core::write_stats_files(directory_, outcome.results, stats_of_);
    record.inputs = inputs_;
    const std::filesystem::path place = directory_.commit(record);
    if (place != directory_.path())
      std::cerr << fmt::format("gpufabric: {} keeps its finished run; this partial one is in {}\n",
                               core::printable(directory_.path().string()),
                               core::printable(place.string()));
  }

 private:
  std::string title_;
  std::string stats_of_;              ///< Globs.
  std::vector<core::ParamRow> rows_;  ///< What the resolved configuration shows.
  std::vector<core::RunInput> inputs_;
  std::unique_ptr<NumberedDirectory> numbered_;  ///< Before what is written there: it outlives it.
  core::RunDirectory directory_;
};

/// Of a deadlock it would say nothing: who waits for whom is in the reason.
std::optional<Bottleneck> bottleneck_of(const platforms::RunOutcome& outcome,
                                        const platforms::Platform& platform) {
  if (outcome.code == ExitCode::kDeadlock) return std::nullopt;
  return Bottleneck::of(platform);
}

void print_results(const RunOptions& options, const core::RunRecord& record,
                   const platforms::RunOutcome& outcome, const platforms::Platform& platform) {
  if (options.json) {
    const auto json = outcome_json(record, outcome, bottleneck_of(outcome, platform));
    std::cout << core::json_text(json, 2) << '\n';
    return;
  }
  std::cout << core::with_toned_heads(results_table(outcome), core::is_coloured(std::cout));
  if (options.quiet) return;
  if (const auto bottleneck = bottleneck_of(outcome, platform)) std::cout << bottleneck->line();
}

void print_outcome(const RunOptions& options, const core::RunRecord& record,
                   const platforms::RunOutcome& outcome, const platforms::Platform& platform) {
  print_results(options, record, outcome, platform);
  std::cout.flush();
  const bool clean = record.code == ExitCode::kDone && !record.partial;
  if (clean) return;
  std::istringstream reason(record.reason);
  std::cerr << "gpufabric: ";
  for (std::string line; std::getline(reason, line);) std::cerr << core::printable(line) << '\n';
}

/// What ranks but the first one would print goes nowhere.
std::ostream& unheard() {
  static std::ostream nowhere(nullptr);
  return nowhere;
}

/// Files are those of the first rank.
void suit_ranks(RunOptions& options) {
  if (core::ranks().first()) return;
  options.quiet = true;
  options.outdir.clear();
  options.json = false;
}

void check_ranks(const ConfiguredPlatform& configured) {
  if (core::ranks().is_spread()) return;
  core::fail_config(
      "", "--ranks", std::to_string(core::ranks().count()), "1 for " + configured.name(),
      "ranks share out networks of routers, with what hangs at them: dragonfly, torus, fat_tree, "
      "hyperx, network_file; and nodes: cluster with a schedule, apenet_cluster, apenet_hsg, "
      "apenet_bfs");
}

}  // namespace

ExitCode run_platform(const Arguments& arguments) {
  RunOptions options;
  CommandLine line = options.command_line();
  if (!line.parse(arguments)) return ExitCode::kDone;
  options.validate(line);
  if (options.starts_ranks()) return start_ranks(arguments, static_cast<unsigned>(options.ranks));
  const bool has_page = options.page();
  if (!core::ranks().alone()) suit_ranks(options);
  core::install_log(log_level(options), core::ranks().first() ? std::cerr : unheard());
  ConfiguredPlatform configured(line, options.choice);
  EarlyEnd early_end(options.wall_limit());  // Before there is a directory to leave behind.
  std::optional<RunFiles> files;
  if (options.wants_files() && !options.dry_run && core::ranks().first())
    files.emplace(configured, options);
  std::optional<EndWatch> end_watch;
  // Before the machine is built, which takes long for a large one and hears no signal.
  end_watch.emplace(early_end, [&files] {
    if (files) files->discard();
  });
  core::simulation_threads() = options.threads_that_simulate();
  core::threads_to_cut_for() = options.threads_asked_for();
  configured.build();
  if (!core::ranks().alone()) check_ranks(configured);
  if (options.dry_run) {
    print_run_plan(configured, options);
    return ExitCode::kDone;
  }
  // All ranks have a part in it.
  RunWatch watch(configured.platform(), options, has_page);
  std::optional<Observers> observers;
  if (files) {
    // Only now, as statistics exist once the machine does; and before the run, which would be lost
    // by a misspelt glob.
    core::check_stat_globs(options.stats_of);
    files->keep_inputs();
    observers.emplace(options, watch, files->directory());
  }

  // So that all ranks have the dates at which one of them takes samples.
  std::optional<core::LookDates> look_dates;
  if (!core::ranks().alone() && !options.series.empty())
    look_dates.emplace(options.series_period().value());
  // The others end without a word when one of them has said what is wrong.
  if (core::ranks().settle(true) < core::ranks().count()) return ExitCode::kCheckFailed;

  std::optional<PacketFollower> follower;
  if (!options.follow.empty()) follower.emplace(options.follow);
  const platforms::RunOutcome outcome =
      simulate(configured, options, files ? &files->directory() : nullptr, early_end, *end_watch);
  // From here on files are put in place: the watch must not end the program in the middle of that.
  end_watch.reset();
  watch.finish();
  core::ranks().finish();
  if (!core::ranks().first()) return ExitCode::kDone;
  const core::RunRecord record = record_of(configured, arguments, outcome, early_end);
  if (files) {
    observers->close(configured, record, outcome.results);
    files->commit(record, outcome);
  }
  print_outcome(options, record, outcome, configured.platform());
  if (files && files->is_numbered() && !options.quiet)
    std::cerr << fmt::format("gpufabric: the run's files are in {}\n",
                             core::printable(files->shown_path()));
  if (follower) std::cout << '\n' << follower->table(configured.platform());
  return record.code;
}

}  // namespace gf::app
