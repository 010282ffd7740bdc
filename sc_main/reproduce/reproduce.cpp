// SPDX-License-Identifier: Apache-2.0
#include "sc_main/reproduce/reproduce.h"

#include <chrono>
#include <fmt/format.h>
#include <iostream>
#include <systemc>

#include "core/base/printable.h"
#include "core/base/version.h"
#include "core/text/colour.h"
#include "core/text/json.h"
#include "core/text/terminal.h"
#include "papers/experiment_registry.h"
#include "papers/report/linked_runs.h"
#include "papers/report/report_directory.h"
#include "papers/report/result_table.h"
#include "papers/runner.h"
#include "papers/serialize.h"
#include "sc_main/cli/interrupt_flag.h"
#include "sc_main/cli/store_option.h"
#include "sc_main/reproduce/reproduce_doubt.h"
#include "sc_main/reproduce/reproduce_options.h"
#include "sc_main/reproduce/reproduce_progress.h"
#include "sc_main/run/run_facts.h"

namespace gf::app {
namespace {

using Selection = std::vector<const papers::Experiment*>;
using papers::report::Report;

void print_list(const Selection& selection, bool ids_only) {
  std::size_t width = 0;
  for (const papers::Experiment* e : selection) width = std::max(width, core::width_of(e->id));
  for (const papers::Experiment* e : selection)
    std::cout << (ids_only ? e->id + "\n"
                           : fmt::format("{:<{}}  {:<5}  {} [{}]\n", e->id, width,
                                         papers::to_text(e->set), e->title, e->source));
}

void print_list_json(const Selection& selection) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const papers::Experiment* e : selection)
    list.push_back({{"id", e->id},
                    {"set", papers::to_text(e->set)},
                    {"title", e->title},
                    {"source", e->source},
                    {"rows", e->rows.size()}});
  std::cout << core::json_text(list, 2) << '\n';
}

Report run_selection(const Selection& selection, const ReproduceOptions& options,
                     runs::Pool& pool) {
  const auto start = std::chrono::steady_clock::now();
  ReproduceProgress progress(options.quiet);
  papers::RunnerOptions runner;
  runner.seed = options.seed;
  runner.pages = options.pages ? options.most_pages : 0;
  runner.report = [&](const papers::RunnerStatus& status) { progress.show(status); };
  runner.finished = [&](std::size_t index, const papers::Outcome& outcome) {
    progress.finished(*selection[index], outcome);
  };
  std::vector<papers::Outcome> outcomes = papers::run_experiments(selection, pool, runner);

  Report report;
  for (std::size_t i = 0; i < selection.size(); ++i)
    report.entries.push_back({*selection[i], std::move(outcomes[i].result), outcomes[i].finished,
                              outcomes[i].wall_seconds, "runs"});
  report.interrupted = papers::report::count(report).unfinished > 0;
  report.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

void describe(Report& report, const ReproduceOptions& options) {
  report.version = core::version();
  report.revision = core::revision();
  report.systemc = sc_core::sc_release();
  report.seed = options.seed;
  report.full = options.full;
  report.jobs = static_cast<unsigned>(options.pool.jobs);
  report.selection =
      options.patterns.empty() ? "*" : fmt::format("{}", fmt::join(options.patterns, " "));
}

void print_json(const Report& report) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const papers::Measurement* m : papers::report::measurements(report))
    rows.push_back(papers::public_record(*m));
  std::cout << core::json_text(rows, 2) << '\n';
}

core::ExitCode exit_code(const Report& report, const InterruptFlag& interrupt) {
  if (report.interrupted) return interrupt.exit_code();
  return papers::report::count(report).fail > 0 ? core::ExitCode::kCheckFailed
                                                : core::ExitCode::kDone;
}

/// Prints the plan of --dry-run: judges request runs as usual, but get only results in the store.
core::ExitCode plan_report(const Selection& selection, const ReproduceOptions& options,
                           runs::PoolOptions how) {
  CommandStore store(without_new_store(options.pool));
  Plan plan;
  plan.command = "reproduce";
  plan.files = {options.outdir + "/report.html", options.outdir + "/results.json",
                options.outdir + "/runs/"};
  plan.store = options.pool.directory();
  plan.jobs = options.pool.jobs;
  plan.json = options.json;
  plan.more = "experiments may ask for more runs once they have these results";
  only_plan(how, (*store).directory(), plan.runs);
  runs::Pool pool(std::move(how), *store);
  papers::RunnerOptions runner;
  runner.seed = options.seed;
  runner.pages = options.pages ? options.most_pages : 0;
  (void)papers::run_experiments(selection, pool, runner);
  print_plan(plan);
  return core::ExitCode::kDone;
}

core::ExitCode run_and_report(const Selection& selection, const ReproduceOptions& options,
                              runs::PoolOptions how) {
  // Take and lock it before anything is run, so that a long run does not end where it cannot write.
  papers::report::ReportDirectory directory(options.outdir, options.force);
  if (directory.replaces_report() && !options.quiet)
    std::cerr << fmt::format("reproduce: replaces the report in {}\n",
                             core::printable(options.outdir));
  const InterruptFlag interrupt;
  CommandStore store(options.pool);
  how.jobs = static_cast<unsigned>(options.pool.jobs);
  how.interrupted = [&interrupt] { return interrupt.signal() != 0; };
  if (options.pool.verbose) show_commands(how);
  runs::Pool pool(std::move(how), *store);
  Report report = run_selection(selection, options, pool);
  describe(report, options);
  // While the store still marks the runs as used: after this function other processes may remove
  // them.
  papers::report::collect_runs(report, directory.work() / "runs");
  directory.install(report);
  if (directory.kept_finished())
    std::cerr << fmt::format(
        "gpufabric: {} keeps its finished report; this partial one is beside it\n",
        core::printable(options.outdir));
  const std::string place = "report: " + core::printable(directory.page().string()) + "\n";
  if (options.json) {
    print_json(report);
    if (!options.quiet) std::cerr << place;
  } else {
    const bool coloured = core::is_coloured(std::cout);
    const std::string table =
        papers::report::result_table(report, options.all, core::output_columns());
    std::cout << core::with_toned_heads(papers::report::with_toned_verdicts(table, coloured),
                                        coloured)
              << place;
  }
  return exit_code(report, interrupt);
}

}  // namespace

core::ExitCode reproduce(const Arguments& arguments,
                         const std::vector<papers::Experiment>& experiments,
                         runs::PoolOptions pool) {
  const std::optional<ReproduceOptions> parsed = parse_reproduce(arguments);
  if (!parsed) return core::ExitCode::kDone;
  const ReproduceOptions& options = *parsed;
  const bool list_everything = options.list && options.patterns.empty();
  if (list_everything && experiments.empty() && !options.json) return core::ExitCode::kDone;
  const Selection selection =
      papers::select(experiments, options.patterns, options.full || options.list);
  if (options.list) {
    options.json ? print_list_json(selection) : print_list(selection, options.quiet);
    return core::ExitCode::kDone;
  }
  if (options.pool.dry_run) return plan_report(selection, options, std::move(pool));
  if (options.doubt) return doubt_claims(selection, options, std::move(pool));
  return run_and_report(selection, options, std::move(pool));
}

core::ExitCode run_reproduce(const Arguments& arguments) {
  return reproduce(arguments, papers::all_experiments(), pool_options(1, {}));
}

}  // namespace gf::app
