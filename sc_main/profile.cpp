// SPDX-License-Identifier: Apache-2.0
// gpufabric profile: which mechanism, chunk and number of threads is the fastest.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>

#include "core/ini.h"
#include "core/print.h"
#include "core/run_inputs.h"
#include "core/text_table.h"
#include "core/version.h"
#include "sc_main/profile_options.h"
#include "sc_main/profile_search.h"

namespace gf::app {
namespace {

using core::ExitCode;
namespace fs = std::filesystem;

/// Times in microseconds; `none` where the mechanism has no such value.
std::vector<std::string> cells(const ProfileResult& result, const std::string& none) {
  const ProfilePoint& point = result.point;
  std::vector<std::string> row = {point.mechanism, point.chunk ? core::to_text(*point.chunk) : none,
                                  point.threads ? std::to_string(*point.threads) : none};
  for (const char* time : {"time", "kernel_time", "drain_time", "copy_time"})
    row.push_back(fmt::format("{:.3f}", result.value(time) * 1e6));
  return row;
}

void print_csv(const ProfileSearch& found) {
  fmt::print("mechanism,chunk,threads,time_us,kernel_us,drain_us,copy_us\n");
  for (const ProfileResult& result : found.ranked)
    fmt::print("{}\n", fmt::join(cells(result, ""), ","));
}

void print_table(const ProfileSearch& found, std::size_t rows) {
  core::TextTable table({"mechanism", ">chunk", ">threads", ">time us", ">kernel us", ">drain us",
                         ">copy us", ">of best"});
  const double best = found.ranked.front().value("time");
  const std::size_t shown = rows == 0 ? found.ranked.size() : std::min(rows, found.ranked.size());
  for (std::size_t i = 0; i < shown; ++i) {
    std::vector<std::string> row = cells(found.ranked[i], "-");
    row.push_back(fmt::format("{:.3f}", found.ranked[i].value("time") / best));
    table.add_row(row);
  }
  table.print(std::cout);
  fmt::print("\n{} points, {} of them known before", found.ranked.size(), found.stored);
  fmt::print("{}\n", shown < found.ranked.size() ? fmt::format("; the best {} are shown", shown)
                                                 : std::string());
}

/// What differs from the defaults, and the best point: a configuration for `gpufabric run`.
void print_best(std::ostream& out, const ProfileOptions& options, const ProfileResult& best) {
  core::print(out, "# gpufabric {}: fastest of {} points, {:.3f} us\n", core::version(),
              options.points.size(), best.value("time") * 1e6);
  for (const core::ParamRow& row : options.params) {
    const bool of_point = row.path == "mechanism" || row.path == "chunk" || row.path == "threads";
    if (row.origin != "default" && !of_point)
      core::print(out, "{} = {}\n", row.path, core::ini_text(core::with_absolute_file(row)));
  }
  for (const std::string& setting : best.point.settings()) {
    const std::size_t equals = setting.find('=');
    core::print(out, "{} = {}\n", setting.substr(0, equals), setting.substr(equals + 1));
  }
}

/// A file is replaced once all of the new one is written; a device is written as it is.
void write_best(const ProfileOptions& options, const ProfileResult& best) {
  const bool device = fs::exists(options.out) && !fs::is_regular_file(options.out);
  fs::path part = options.out;
  if (!device) part += ".part";
  std::ofstream out(part);
  print_best(out, options, best);
  out.close();
  std::error_code error;
  if (out && !device) fs::rename(part, options.out, error);
  if (out && !error) return;
  if (!device) fs::remove(part, error);
  throw core::UserError(ExitCode::kUsage,
                        fmt::format("--out {}: cannot be written", options.out.string()));
}

}  // namespace

ExitCode run_profile(const Arguments& arguments) {
  const auto options = parse_profile(arguments);
  if (!options) return ExitCode::kDone;
  CommandRuns runs("profile", options->pool, options->quiet);
  const ProfileSearch found = search(*options, runs);
  if (found.ranked.empty()) return runs.exit_code();
  if (options->csv)
    print_csv(found);
  else
    print_table(found, options->rows);
  if (runs.interrupted())
    fmt::print(stderr, "gpufabric: interrupted; finished points are shown, --out is not written\n");
  else if (!options->out.empty())
    write_best(*options, found.ranked.front());
  return runs.exit_code();
}

}  // namespace gf::app
