// SPDX-License-Identifier: Apache-2.0
// gpufabric sweep: runs a platform over values of its parameters.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <optional>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/text/json.h"
#include "core/text/shell_word.h"
#include "core/text/terminal.h"
#include "core/text/text_table.h"
#include "sc_main/cli/start_ranks.h"
#include "sc_main/cli/whole_file.h"
#include "sc_main/many/command_runs.h"
#include "sc_main/many/sweep_design.h"
#include "sc_main/many/sweep_executors.h"
#include "sc_main/many/sweep_table.h"
#include "sc_main/run/output_directory.h"

namespace gf::app {
namespace {

using core::ExitCode;
namespace fs = std::filesystem;

constexpr std::size_t kShownSensitivities = 12;

CommandLine command_line(SweepOptions& o) {
  CommandLine line(
      "sweep", "PLATFORM -p NAME=VALUES... [OPTIONS]",
      "Runs a platform over values of its parameters, each point in a process of its own. It\n"
      "writes sweep.csv, a table with one column per parameter and result, sweep.sqlite, the\n"
      "same for queries, with units, and sweep.html, with plots and the sensitivity of each\n"
      "result. VALUES is a list, 1,2,4, or a range, '10 ns..100 ns/log:5' or 1..9/lin:5; put a\n"
      "value that contains a comma in double quotes; -p with one value applies to all points.\n"
      "Points that have already been run are not run again: after a crash or kill -9, start the\n"
      "sweep again.");
  o.choice.add_to(line);
  o.pool.add_to(line);
  line.add("design", o.design, "DESIGN",
           "grid: all combinations; random:N: N points with values drawn from the lists; "
           "list:FILE: a CSV file with one column per parameter and one line per point");
  line.add("repeat", o.repeat, "N", "run each point with N seeds, starting from --seed",
           core::between(1u, 100'000u));
  line.add("outdir,o", o.outdir, "DIR",
           "directory for sweep.csv, sweep.sqlite and sweep.html; an earlier sweep there is "
           "replaced");
  line.add("hosts", o.hosts, "LIST",
           "run the points with GNU parallel on these hosts, 'a,b,4/c' (\":\" is this one). The "
           "program, the store and the input files must have the same paths there");
  line.add("slurm", o.slurm,
           "write DIR/sweep.sbatch, a job array of the points, submit it and wait for it");
  line.add("ranks", o.pool.ranks, "N",
           "processes of MPI that simulate each point, on the machine that makes it; a job of "
           "Slurm asks for as many cores; results do not depend on it",
           core::between(1u, kMostRanks));
  line.add("only", o.only, "K",
           "run only point K (from 0) and put it into the store; this is what hosts and Slurm jobs "
           "run");
  line.add("json", o.json,
           "print {platform, points, failed, files, sensitivities} as JSON instead of a table");
  line.add("quiet,q", o.quiet, "show no progress");
  line.examples =
      "  gpufabric sweep pcie_t2 -p '*.hop_latency=50 ns..500 ns/log:5' -p rc.split_payload='64 "
      "B,128 B'\n"
      "  gpufabric sweep dragonfly -p load=0.1,0.2,0.3 -p routing=min,val --repeat 3 -j 8\n"
      "  gpufabric sweep dragonfly -p p=8 -p a=16 -p h=8 -p load=0.1,0.2 --ranks 16 --slurm\n"
      "  gpufabric sweep apenet_cluster -p 'card.tx_fifo.size=8 KiB,32 KiB' --hosts :,node7\n";
  line.exits = {ExitCode::kCheckFailed, ExitCode::kBadInput, ExitCode::kInterrupted,
                ExitCode::kTerminated};
  return line;
}

std::string name_of(const SweepOptions& options, const SweepPoint& point) {
  std::string name;
  for (std::size_t i = 0; i < options.axes.size(); ++i)
    name += fmt::format("{}{}={}", i == 0 ? "" : ", ", options.axes[i].name, point.values[i]);
  return name;
}

/// Makes the points, or only the one that --only names.
SweepTable run(const SweepOptions& options, CommandRuns& runs) {
  SweepTable table{options.axes, options.points, {}};
  if (options.only) table.points = {options.points[*options.only]};
  std::vector<runs::Request> requests;
  std::vector<std::string> names;
  for (const SweepPoint& point : table.points) {
    requests.push_back(request_of(choice_at(options, point), point.seed, {}));
    names.push_back(name_of(options, point));
  }
  for (CommandRuns::Made& made : runs.make_all(requests, names))
    table.outcomes.push_back({std::move(made.result), std::move(made.failure)});
  return table;
}

std::string printed(const fs::path& file) { return core::printable(file.string()); }

/// Output files of a sweep; the places are tested before anything is run.
class SweepFiles {
 public:
  explicit SweepFiles(const SweepOptions& options)
      : options_(options),
        directory_(options.outdir),
        csv_(options.outdir / "sweep.csv", "the sweep"),
        sqlite_(options.outdir / "sweep.sqlite", "the sweep"),
        page_(options.outdir / "sweep.html", "the sweep") {}
  void write(const SweepTable& table) {
    std::string command = "gpufabric sweep";
    for (const std::string& word : options_.words) command += " " + core::shell_word(word);
    csv_.write(sweep_csv(table));
    sqlite_.write(sweep_sqlite(table));
    page_.write(sweep_page(table, "Sweep of " + options_.choice.platform, command));
  }

 private:
  const SweepOptions& options_;
  OutputDirectory directory_;  ///< Before the files, so that it outlives their part files.
  WholeFile csv_;
  WholeFile sqlite_;
  WholeFile page_;
};

void print(const SweepOptions& options, const SweepTable& table) {
  const std::vector<Sensitivity> all = sensitivities(table);
  core::TextTable shown({"result", "parameter", ">spread", "least at", "most at"});
  for (std::size_t i = 0; i < std::min(all.size(), kShownSensitivities); ++i)
    shown.add_row({all[i].result, all[i].parameter, fmt::format("{:.2f} %", 100 * all[i].spread),
                   all[i].lowest, all[i].highest});
  if (!all.empty()) shown.print(std::cout, core::output_columns());
  if (all.size() > kShownSensitivities)
    std::cout << fmt::format("... and {} more in sweep.html\n", all.size() - kShownSensitivities);
  std::cout << fmt::format(
      "{}{} points, {} of them failed: {}, {}, {}\n", all.empty() ? "" : "\n", table.points.size(),
      table.failed(), printed(options.outdir / "sweep.csv"),
      printed(options.outdir / "sweep.sqlite"), printed(options.outdir / "sweep.html"));
}

/// Reports the points that hosts or Slurm did not make, which were made here.
void tell_left(const SweepOptions& options, const runs::PoolStatus& status) {
  const std::size_t left = status.asked - status.stored;
  if (left == 0) return;
  std::cerr << fmt::format(
      "gpufabric: {} of {} runs were not in the store and were made here; {}\n", left, status.asked,
      printed(options.outdir / kExecutorLog));
}

/// Reports an interruption. `how_far` has no number if other machines made the points: nobody
/// counted them.
ExitCode tell_interrupted(const CommandRuns& runs, const std::string& run_progress) {
  std::cerr << fmt::format("gpufabric: interrupted{}; run it again to continue\n", run_progress);
  return runs.exit_code();
}

/// Prints the points that failed, and why. Returns the exit code of the sweep.
ExitCode tell_failures(const SweepOptions& options, const SweepTable& table) {
  for (std::size_t i = 0; i < table.points.size(); ++i)
    if (!table.outcomes[i].failure.empty())
      std::cerr << fmt::format("gpufabric: {}: {}\n",
                               core::printable(name_of(options, table.points[i])),
                               core::printable(table.outcomes[i].failure));
  return table.failed() > 0 ? ExitCode::kCheckFailed : ExitCode::kDone;
}

Plan plan_of(const SweepOptions& options) {
  Plan plan;
  plan.json = options.json;
  if (!options.only)
    for (const char* file : {"sweep.csv", "sweep.sqlite", "sweep.html"})
      plan.files.push_back((options.outdir / file).string());
  if (options.slurm || !options.hosts.empty())
    plan.more = "the points would be made by " +
                (options.slurm ? "Slurm" : "GNU parallel on " + options.hosts);
  return plan;
}

/// Prints {platform, points, failed, files, sensitivities}: like the text, but complete.
void print_json(const SweepOptions& options, const SweepTable& table) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Sensitivity& one : sensitivities(table))
    list.push_back({{"result", one.result},
                    {"parameter", one.parameter},
                    {"spread", one.spread},
                    {"lowest_at", one.lowest},
                    {"highest_at", one.highest}});
  const nlohmann::ordered_json all{{"platform", options.choice.platform},
                                   {"points", table.points.size()},
                                   {"failed", table.failed()},
                                   {"files", plan_of(options).files},
                                   {"sensitivities", list}};
  std::cout << core::json_text(all, 2) << '\n';
}

}  // namespace

ExitCode run_sweep(const Arguments& arguments) {
  SweepOptions options;
  CommandLine line = command_line(options);
  if (!line.parse(arguments)) return ExitCode::kDone;
  take_points(line, options);
  CommandRuns runs("sweep", options.pool, options.quiet, plan_of(options));
  std::optional<SweepFiles> files;
  if (!options.only) files.emplace(options);
  const bool elsewhere = (options.slurm || !options.hosts.empty()) && !options.pool.dry_run;
  if (elsewhere) run_elsewhere(options, runs.store(), [&] { return runs.interrupted(); });
  if (runs.interrupted()) return tell_interrupted(runs, "; finished points are in the store");
  const SweepTable table = run(options, runs);
  if (runs.interrupted())
    return tell_interrupted(
        runs, fmt::format(" with {} of {} points", table.finished(), table.points.size()));
  if (elsewhere) tell_left(options, runs.status());
  if (files) {
    files->write(table);
    if (options.json)
      print_json(options, table);
    else
      print(options, table);
  }
  return tell_failures(options, table);
}

}  // namespace gf::app
