// SPDX-License-Identifier: Apache-2.0
// gpufabric sweep: a platform over values of its parameters.
#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <iostream>

#include "core/error.h"
#include "core/shell_word.h"
#include "core/terminal.h"
#include "core/text_table.h"
#include "sc_main/command_runs.h"
#include "sc_main/sweep_executors.h"
#include "sc_main/sweep_options.h"
#include "sc_main/sweep_table.h"

namespace gf::app {
namespace {

using core::ExitCode;
namespace fs = std::filesystem;

constexpr std::size_t kShownSensitivities = 12;

std::string name_of(const SweepOptions& options, const SweepPoint& point) {
  std::string name;
  for (std::size_t i = 0; i < options.axes.size(); ++i)
    name += fmt::format("{}{}={}", i == 0 ? "" : ", ", options.axes[i].name, point.values[i]);
  return name;
}

runs::Request request_of(const SweepOptions& options, const SweepPoint& point) {
  std::vector<std::string> settings;
  for (std::size_t i = 0; i < options.axes.size(); ++i)
    settings.push_back(options.axes[i].name + "=" + point.values[i]);
  runs::Request request = request_of(options.machine, settings);
  request.seed = point.seed;
  return request;
}

/// The points, or the one that --only names.
SweepTable run(const SweepOptions& options, CommandRuns& runs) {
  SweepTable table{options.axes, options.points, {}};
  if (options.only) table.points = {options.points[*options.only]};
  std::vector<runs::Request> requests;
  std::vector<std::string> names;
  for (const SweepPoint& point : table.points) {
    requests.push_back(request_of(options, point));
    names.push_back(name_of(options, point));
  }
  for (CommandRuns::Made& made : runs.make_all(requests, names))
    table.outcomes.push_back({std::move(made.result), std::move(made.failure)});
  return table;
}

/// Under a name of its own first, so that nothing half-written stands under `file`'s.
void write_whole(const fs::path& file, const std::string& text) {
  const fs::path part = file.string() + ".part";
  std::ofstream out(part, std::ios::binary);
  out << text;
  out.close();
  std::error_code error;
  if (out) fs::rename(part, file, error);
  if (!out || error) core::fail_write(file, "the sweep");
}

void write_files(const SweepOptions& options, const SweepTable& table) {
  std::error_code error;
  fs::create_directories(options.outdir, error);
  if (error)
    core::fail_config("", "--outdir", options.outdir.string(),
                      "a directory that can be written (" + error.message() + ")",
                      "choose another one");
  std::string command = "gpufabric sweep";
  for (const std::string& word : options.words) command += " " + core::shell_word(word);
  write_whole(options.outdir / "sweep.csv", sweep_csv(table));
  write_whole(options.outdir / "sweep.html",
              sweep_page(table, "Sweep of " + options.machine.platform, command));
}

void print(const SweepOptions& options, const SweepTable& table) {
  const std::vector<Sensitivity> all = sensitivities(table);
  core::TextTable shown({"result", "parameter", ">spread", "least at", "most at"});
  for (std::size_t i = 0; i < std::min(all.size(), kShownSensitivities); ++i)
    shown.add_row({all[i].result, all[i].parameter, fmt::format("{:.2f} %", 100 * all[i].spread),
                   all[i].lowest, all[i].highest});
  if (!all.empty()) shown.print(std::cout, core::output_columns());
  if (all.size() > kShownSensitivities)
    std::cout << fmt::format("... and {} more in sweep.html\n", all.size() - kShownSensitivities);
  std::cout << fmt::format("{}{} points, {} of them failed: {}, {}\n", all.empty() ? "" : "\n",
                           table.points.size(), table.failed(),
                           (options.outdir / "sweep.csv").string(),
                           (options.outdir / "sweep.html").string());
}

/// What hosts and Slurm did not put into the store was made here.
void tell_left(const SweepOptions& options, const runs::PoolStatus& status) {
  const std::size_t left = status.asked - status.stored;
  if (left == 0) return;
  std::cerr << fmt::format(
      "gpufabric: {} of {} runs were not in the store and were made here; {}\n", left, status.asked,
      (options.outdir / kExecutorLog).string());
}

}  // namespace

ExitCode run_sweep(const Arguments& arguments) {
  const auto options = parse_sweep(arguments);
  if (!options) return ExitCode::kDone;
  CommandRuns runs("sweep", options->pool, options->quiet);
  const bool elsewhere = options->slurm || !options->hosts.empty();
  if (elsewhere) run_elsewhere(*options, runs.store(), [&] { return runs.interrupted(); });
  const SweepTable table = run(*options, runs);
  if (runs.interrupted()) {
    std::cerr << fmt::format(
        "gpufabric: interrupted with {} of {} points; call it again to go on\n", table.finished(),
        table.points.size());
    return runs.exit_code();
  }
  if (elsewhere) tell_left(*options, runs.status());
  if (!options->only) {
    write_files(*options, table);
    print(*options, table);
  }
  for (std::size_t i = 0; i < table.points.size(); ++i)
    if (!table.outcomes[i].failure.empty())
      std::cerr << fmt::format("gpufabric: {}: {}\n", name_of(*options, table.points[i]),
                               table.outcomes[i].failure);
  return table.failed() > 0 ? ExitCode::kCheckFailed : ExitCode::kDone;
}

}  // namespace gf::app
