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
#include "core/time/sample_times.h"
#include "sc_main/cli/command.h"
#include "sc_main/cli/configured_platform.h"
#include "sc_main/cli/defaults.h"
#include "sc_main/cli/start_ranks.h"
#include "sc_main/page/bottleneck.h"
#include "sc_main/run/cause_waves.h"
#include "sc_main/run/early_end.h"
#include "sc_main/run/end_watch.h"
#include "sc_main/run/numbered_directory.h"
#include "sc_main/run/observers.h"
#include "sc_main/run/part_signals.h"
#include "sc_main/run/run_plan.h"
#include "sc_main/run/run_results.h"
#include "sc_main/run/run_settings.h"
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

core::LogLevel log_level(const RunSettings& options) {
  if (options.verbose) return core::LogLevel::kVerbose;
  return options.quiet ? core::LogLevel::kQuiet : core::LogLevel::kNormal;
}

platforms::RunOutcome simulate(ConfiguredPlatform& configured, const RunSettings& options,
                               core::RunDirectory* directory, EarlyEnd& early_end,
                               EndWatch& end_watch) {
  core::Progress progress(configured.name(), options.quiet);
  platforms::RunContext context;
  context.seed = configured.seed();
  context.directory = directory;
  if (!options.quiet) context.progress = &progress;
  context.stop_at = options.stop_at.value_or(sc_core::SC_ZERO_TIME);
  context.interrupted = [&] {
    if (end_watch.asked()) core::ranks().request_end(early_end.why());
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

/// The files of a run, created when there is something to write.
class RunFiles {
 public:
  RunFiles(const ConfiguredPlatform& configured, const RunSettings& options)
      : title_(fmt::format("{} of gpufabric {}", configured.name(), core::version())),
        stats_of_(options.stats_of),
        rows_(configured.params().rows()),
        numbered_(options.numbers_directory()
                      ? std::make_unique<NumberedDirectory>(configured.name())
                      : nullptr),
        directory_(numbered_ ? numbered_->path().string() : options.outdir, options.force) {}

  /// Removes everything. Any thread may call it before the program ends.
  void discard() {
    directory_.discard();
    if (numbered_) numbered_->remove_if_empty();
  }
  /// Returns the path to show: relative to the working directory if it is numbered.
  [[nodiscard]] std::string shown_path() const {
    return (numbered_ ? numbered_->path() : directory_.path()).string();
  }
  /// Returns whether the name was chosen automatically, so that the user must be told.
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
  std::vector<core::ParamRow> rows_;  ///< The resolved configuration.
  std::vector<core::RunInput> inputs_;
  std::unique_ptr<NumberedDirectory> numbered_;  ///< Declared first: outlives its files.
  core::RunDirectory directory_;
};

/// Returns the bottleneck; none for a deadlock, whose reason says which part waits for which.
std::optional<Bottleneck> bottleneck_of(const platforms::RunOutcome& outcome,
                                        const platforms::Platform& platform) {
  if (outcome.code == ExitCode::kDeadlock) return std::nullopt;
  return Bottleneck::of(platform);
}

void print_results(const RunSettings& options, const core::RunRecord& record,
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

void print_outcome(const RunSettings& options, const core::RunRecord& record,
                   const platforms::RunOutcome& outcome, const platforms::Platform& platform) {
  print_results(options, record, outcome, platform);
  std::cout.flush();
  const bool clean = record.code == ExitCode::kDone && !record.partial;
  if (clean) return;
  std::istringstream reason(record.reason);
  std::cerr << "gpufabric: ";
  for (std::string line; std::getline(reason, line);) std::cerr << core::printable(line) << '\n';
}

/// Replaces --vcd auto by what it means, or by no waveform.
std::optional<CauseWaves> find_cause(ConfiguredPlatform& configured, RunSettings& options,
                                     EarlyEnd& early_end) {
  auto cause =
      CauseWaves::find(configured, options.stop_at.value_or(sc_core::SC_ZERO_TIME), early_end);
  options.vcd = cause ? globs_of(cause->groups()) : "";
  if (!cause) return cause;
  options.vcd_from = cause->window().from;
  options.vcd_to = cause->window().to;
  const auto microseconds = [](const sc_core::sc_time& at) { return at.to_seconds() * 1e6; };
  if (!options.quiet)
    std::cerr << fmt::format(
        "gpufabric: --vcd auto: {} The waveform shows {:.3f} us to {:.3f} us{}.\n",
        core::printable(cause->told()), microseconds(*options.vcd_from),
        microseconds(*options.vcd_to),
        options.no_page ? "" : "; a note in run.html leads to that time");
  return cause;
}

/// Returns a stream that discards the output of all ranks but the first.
std::ostream& unheard() {
  static std::ostream nowhere(nullptr);
  return nowhere;
}

/// Adapts the options to ranks: only the first one writes files.
void suit_ranks(RunSettings& options) {
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
  RunSettings options;
  CommandLine line = options.command_line();
  if (!line.parse(arguments)) return ExitCode::kDone;
  options.validate(line);
  if (options.starts_ranks()) return start_ranks(arguments, *options.ranks);
  const bool has_page = options.page();
  if (!core::ranks().alone()) suit_ranks(options);
  core::install_log(log_level(options), core::ranks().first() ? std::cerr : unheard());
  ConfiguredPlatform configured(line, options.choice);
  EarlyEnd early_end(options.max_wall);  // before there is a directory to leave behind
  std::optional<RunFiles> files;
  if (options.wants_files() && !options.dry_run && core::ranks().first())
    files.emplace(configured, options);
  std::optional<EndWatch> end_watch;
  // Before the machine is built: a large one takes long and does not check for signals.
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
  std::optional<CauseWaves> cause;
  std::vector<core::SignalGroup> groups;
  if (options.vcd == kAutoSignals) {
    cause = find_cause(configured, options, early_end);
    if (cause) groups = cause->groups();
  } else if (options.vcd == kPartSignals) {
    groups = part_signals();
    options.vcd = globs_of(groups);
  }
  // All ranks take part in it.
  RunWatch watch(configured.platform(), options, has_page);
  std::optional<Observers> observers;
  if (files) {
    // Here, because statistics exist only once the machine does; and before the run, which a
    // misspelt glob would waste.
    core::check_stat_globs(options.stats_of);
    files->keep_inputs();
    observers.emplace(options, watch, files->directory(), groups, cause ? &*cause : nullptr);
  }

  // Gives all ranks the times at which one of them samples.
  std::optional<core::SampleTimes> sample_times;
  if (!core::ranks().alone() && options.series) sample_times.emplace(options.series->value());
  // Other ranks end silently if one of them has reported an error.
  if (core::ranks().settle(true) < core::ranks().count()) return ExitCode::kCheckFailed;

  std::optional<PacketFollower> follower;
  if (!options.follow.empty()) follower.emplace(options.follow);
  const platforms::RunOutcome outcome =
      simulate(configured, options, files ? &files->directory() : nullptr, early_end, *end_watch);
  // Files are put in place from here on: the watch must not end the program in the middle of that.
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
