// SPDX-License-Identifier: Apache-2.0
// gpufabric reproduce: runs experiments and writes a report.
#include "sc_main/reproduce/reproduce_report.h"

#include <chrono>
#include <fmt/format.h>
#include <iostream>
#include <systemc>
#include <utility>

#include "core/base/printable.h"
#include "core/base/version.h"
#include "papers/experiment_registry.h"
#include "papers/report/linked_runs.h"
#include "papers/report/record.h"
#include "papers/report/report_directory.h"
#include "sc_main/cli/interrupt_flag.h"
#include "sc_main/reproduce/reproduce_print.h"
#include "sc_main/reproduce/reproduce_progress.h"
#include "sc_main/run/run_facts.h"

namespace gf::app {
namespace {

using papers::report::Report;
using papers::report::ReportDirectory;

/// Runs the experiments and shows their progress.
std::vector<papers::Outcome> judge(const Selection& selection, const ReproduceSettings& options,
                                   runs::Pool& pool) {
  ReproduceProgress progress(options.quiet);
  papers::RunnerOptions runner = options.runner();
  runner.report = [&](const papers::RunnerStatus& status) { progress.show(status); };
  runner.finished = [&](std::size_t index, const papers::Outcome& outcome) {
    progress.finished(*selection[index], outcome);
  };
  return papers::run_experiments(selection, pool, runner);
}

Report report_of(const Selection& selection, const ReproduceSettings& options, runs::Pool& pool) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<papers::Outcome> outcomes = judge(selection, options, pool);
  Report report;
  for (std::size_t i = 0; i < selection.size(); ++i)
    report.entries.push_back({*selection[i], std::move(outcomes[i].result), outcomes[i].finished,
                              outcomes[i].wall_seconds, "runs"});
  report.interrupted = papers::report::count(report).unfinished > 0;
  report.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

void describe(Report& report, const ReproduceSettings& options) {
  report.version = core::version();
  report.revision = core::revision();
  report.systemc = sc_core::sc_release();
  report.seed = options.seed;
  report.full = options.full;
  report.jobs = options.pool.jobs;
  report.selection =
      options.patterns.empty() ? "*" : fmt::format("{}", fmt::join(options.patterns, " "));
}

/// Returns whether the whole quick set was run: of the numbers of record it shows a part.
bool is_quick_set(const Report& report, const ReproduceSettings& options) {
  return options.patterns.empty() && !options.full && !report.interrupted;
}

/// Returns what part of the record the quick set confirms.
std::string confirmed_numbers(const Report& report) {
  Selection all;
  for (const papers::Experiment& experiment : papers::all_experiments()) all.push_back(&experiment);
  return papers::report::confirmed_text(
      report, papers::report::recorded_report(all, papers::report::record()));
}

/// Prints the numbers and, apart from JSON, what they confirm and the place of the report.
void print(const Report& report, const ReproduceSettings& options,
           const ReportDirectory& directory) {
  print_numbers(report, options);
  if (!options.json && is_quick_set(report, options) && !papers::report::record().empty())
    std::cout << confirmed_numbers(report) << '\n';
  const std::string place = "report: " + core::printable(directory.page().string()) + "\n";
  if (!options.json) std::cout << place;
  if (options.json && !options.quiet) std::cerr << place;
}

core::ExitCode exit_code(const Report& report, const InterruptFlag& interrupt) {
  if (report.interrupted) return interrupt.exit_code();
  return papers::report::count(report).fail > 0 ? core::ExitCode::kCheckFailed
                                                : core::ExitCode::kDone;
}

}  // namespace

core::ExitCode run_and_report(const Selection& selection, const ReproduceSettings& options,
                              runs::PoolOptions how) {
  // Take and lock it before anything is run, so that a long run does not end where it cannot write.
  ReportDirectory directory(options.outdir, options.force);
  if (directory.replaces_report() && !options.quiet)
    std::cerr << fmt::format("reproduce: replaces the report in {}\n",
                             core::printable(options.outdir));
  const InterruptFlag interrupt;
  CommandStore store(options.pool);
  how.jobs = options.pool.jobs;
  how.interrupted = [&interrupt] { return interrupt.signal() != 0; };
  if (options.pool.verbose) show_commands(how);
  runs::Pool pool(std::move(how), *store);
  Report report = report_of(selection, options, pool);
  describe(report, options);
  // While the store still marks the runs as used: after this function other processes may remove
  // them.
  papers::report::collect_runs(report, directory.work() / "runs");
  directory.install(report);
  if (directory.kept_finished())
    std::cerr << fmt::format(
        "gpufabric: {} keeps its finished report; this partial one is next to it\n",
        core::printable(options.outdir));
  print(report, options, directory);
  return exit_code(report, interrupt);
}

}  // namespace gf::app
