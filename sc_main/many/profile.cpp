// SPDX-License-Identifier: Apache-2.0
// gpufabric profile: finds the fastest mechanism, chunk size and number of threads.
#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <optional>

#include "core/base/version.h"
#include "core/run/run_inputs.h"
#include "core/text/ini.h"
#include "core/text/json.h"
#include "core/text/terminal.h"
#include "core/text/text_table.h"
#include "platforms/proact/proact_platform.h"
#include "sc_main/cli/whole_file.h"
#include "sc_main/many/profile_lists.h"
#include "sc_main/many/profile_search.h"

namespace gf::app {
namespace {

using core::ExitCode;

constexpr const char* kTimes[] = {"time", "kernel_time", "drain_time", "copy_time"};

struct ProfileTexts {
  std::string mechanisms = "inline,polling,cdp";
  std::string chunks = "4 KiB:16 MiB";
  std::string threads = "32:8192";
};

CommandLine command_line(ProfileOptions& o, ProfileTexts& texts) {
  CommandLine line(
      "profile", "proact [--NAME VALUE]... [OPTIONS]",
      "Finds the best way to transfer: the paper's mechanisms (--mechanisms) with every\n"
      "chunk size and number of transfer threads, each point in a process of its own.\n"
      "Chunks larger than the region are left out; inline has neither chunks nor threads,\n"
      "and hw has no threads. A point that the same program has already run with the same\n"
      "parameters is not run again.\n"
      "Lists are A,B,C or FROM:TO, which doubles at each step. The numbers do not depend\n"
      "on -j.\n"
      "A point of each mechanism is run to its end, and the others are stopped when they have\n"
      "taken longer than the fastest of these and --within more. Nothing that is faster is\n"
      "missed: the best is that of all points.");
  o.choice.add_to(line);
  o.pool.add_to(line);
  line.add("mechanisms", texts.mechanisms, "LIST",
           "mechanisms to try: inline, polling, cdp, hw or any other");
  line.add("chunks", texts.chunks, "LIST", "chunk sizes to try").default_text = "'4 KiB:16 MiB'";
  line.add("threads", texts.threads, "LIST", "numbers of transfer threads per GPU to try");
  line.add("within", o.within, "PERCENT",
           "points that take so much longer than the fastest of the first ones are stopped",
           core::between(0.0, 10'000.0))
      .unit = "%";
  line.add("whole", o.whole, "run every point to its end, to see the times of the slow ones too");
  line.add("out", o.out, "FILE",
           "write the best configuration to FILE, for gpufabric run proact --config FILE");
  line.add("rows", o.rows, "N", "number of rows of the table; 0: all");
  line.add("csv", o.csv, "print CSV of all points instead of a table");
  line.add(
      "json", o.json,
      "print a JSON list of all points, the fastest first, with sizes in bytes and times in s");
  line.add("quiet,q", o.quiet, "show no progress");
  line.examples =
      "  gpufabric profile proact --system 4x_volta --workload jacobi --out best.ini\n"
      "  gpufabric run proact --config best.ini\n"
      "  gpufabric profile proact -p workload=als --mechanisms polling,hw --chunks '16 KiB:256 "
      "KiB' "
      "--threads 256,2048 -j 4\n";
  line.exits = {ExitCode::kCheckFailed, ExitCode::kDeadlock, ExitCode::kBadInput,
                ExitCode::kInterrupted, ExitCode::kTerminated};
  return line;
}

/// Refuses settings that the points set themselves.
void check_settings(const CommandLine& line, const PlatformChoice& choice) {
  for (const std::string& setting : choice.settings)
    for (const char* own : {"mechanism", "chunk", "threads"})
      if (setting.rfind(std::string(own) + "=", 0) == 0)
        line.fail(fmt::format("a profile searches {}; use --{}{}", own, own,
                              std::string(own) == "threads" ? "" : "s"));
}

/// Finds the points. Throws UserError for options that make no profile, including wrong parameters:
/// no point is run then.
void resolve(const CommandLine& line, const ProfileTexts& texts, ProfileOptions& o) {
  if (o.csv && o.json) line.fail("--csv and --json exclude each other");
  check_settings(line, o.choice);
  const auto mechanisms = mechanism_list(texts.mechanisms);
  const auto chunks = chunk_list(texts.chunks);
  const auto threads = thread_list(texts.threads);
  ConfiguredPlatform configured(line, o.choice);  // reports errors once, not per point
  auto* const proact = dynamic_cast<platforms::proact::ProactPlatform*>(&configured.platform());
  if (proact == nullptr)
    line.fail(fmt::format("{} has no mechanisms to choose from; use proact", configured.name()));
  const core::Bytes region(proact->region_bytes(configured.seed()));
  o.points = points_of(mechanisms, that_fit(chunks, region), threads);
  o.seed = configured.seed();
  o.params = configured.params().rows();
}

/// Uses `none` for values that the mechanism does not have.
std::vector<std::string> cells(const ProfilePoint& point, const std::string& none) {
  return {point.mechanism, point.chunk ? core::to_text(*point.chunk) : none,
          point.threads ? std::to_string(*point.threads) : none};
}

/// Times are in microseconds.
std::vector<std::string> cells(const ProfileResult& result, const std::string& none) {
  std::vector<std::string> row = cells(result.point, none);
  for (const char* time : kTimes) row.push_back(fmt::format("{:.3f}", result.value(time) * 1e6));
  return row;
}

/// Stopped points come last, without times.
void print_csv(const ProfileSearch& found) {
  fmt::print("mechanism,chunk,threads,time_us,kernel_us,drain_us,copy_us\n");
  for (const ProfileResult& result : found.ranked)
    fmt::print("{}\n", fmt::join(cells(result, ""), ","));
  for (const ProfilePoint& point : found.stopped)
    fmt::print("{},,,,\n", fmt::join(cells(point, ""), ","));
}

nlohmann::ordered_json json_of(const ProfilePoint& point) {
  nlohmann::ordered_json json{
      {"mechanism", point.mechanism}, {"chunk", nullptr}, {"threads", nullptr}};
  if (point.chunk) json["chunk"] = point.chunk->count();
  if (point.threads) json["threads"] = *point.threads;
  return json;
}

/// Times are in seconds, as in stats.json; null if the mechanism has no such value, or the point
/// was stopped.
void print_json(const ProfileSearch& found) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ProfileResult& result : found.ranked) {
    nlohmann::ordered_json json = json_of(result.point);
    for (const char* time : kTimes) json[time] = result.value(time);
    list.push_back(json);
  }
  for (const ProfilePoint& point : found.stopped) {
    nlohmann::ordered_json json = json_of(point);
    for (const char* time : kTimes) json[time] = nullptr;
    list.push_back(json);
  }
  std::cout << core::json_text(list, 2) << '\n';
}

/// Prints information that the table does not show.
void print_rest(const ProfileSearch& found, std::size_t shown) {
  fmt::print(
      "\n"
      "{} points, {} of them already known",
      found.ranked.size() + found.stopped.size(), found.stored);
  if (!found.stopped.empty())
    fmt::print("; {} stopped, as they take more than {:.3f} us", found.stopped.size(),
               found.limit * 1e6);
  if (shown < found.ranked.size()) fmt::print("; the best {} are shown", shown);
  fmt::print("\n");
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
  table.print(std::cout, core::output_columns());
  print_rest(found, shown);
}

/// Returns the non-default parameters and the best point, as a configuration for `gpufabric run`.
std::string best_text(const ProfileOptions& options, const ProfileResult& best) {
  std::string text = fmt::format("# gpufabric {}: fastest of {} points, {:.3f} us\n",
                                 core::version(), options.points.size(), best.value("time") * 1e6);
  for (const core::ParamRow& row : options.params) {
    const bool of_point = row.path == "mechanism" || row.path == "chunk" || row.path == "threads";
    if (row.origin != "default" && !of_point)
      // File names become absolute: names in an INI file are relative to its directory.
      text += fmt::format("{} = {}\n", row.path, core::ini_text(core::with_absolute_file(row)));
  }
  for (const std::string& setting : best.point.settings()) {
    const std::size_t equals = setting.find('=');
    text += fmt::format("{} = {}\n", setting.substr(0, equals), setting.substr(equals + 1));
  }
  return text;
}

}  // namespace

ExitCode run_profile(const Arguments& arguments) {
  ProfileOptions options;
  ProfileTexts texts;
  CommandLine line = command_line(options, texts);
  if (!line.parse(arguments)) return ExitCode::kDone;
  resolve(line, texts, options);
  Plan plan;
  plan.json = options.json;
  if (!options.out.empty()) plan.files = {options.out.string()};
  CommandRuns runs("profile", options.pool, options.quiet, plan);
  std::optional<WholeFile> best;
  // Test it before anything is run: a search must not end with a file that cannot be written.
  if (!options.out.empty()) best.emplace(options.out, "the best configuration (--out)");
  const ProfileSearch found = search(options, runs);
  if (found.ranked.empty()) return runs.exit_code();
  if (options.json)
    print_json(found);
  else if (options.csv)
    print_csv(found);
  else
    print_table(found, options.rows);
  if (runs.interrupted())
    fmt::print(stderr, "gpufabric: interrupted; finished points are shown, --out is not written\n");
  // The best point of an interrupted search need not be the best.
  else if (best)
    best->write(best_text(options, found.ranked.front()));
  return runs.exit_code();
}

}  // namespace gf::app
