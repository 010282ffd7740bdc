// SPDX-License-Identifier: Apache-2.0
// gpufabric runs: shows the contents of the store of finished runs.
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <optional>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/text/engineering.h"
#include "core/text/json.h"
#include "core/text/terminal.h"
#include "core/text/text_table.h"
#include "runs/store.h"
#include "sc_main/cli/command_line.h"
#include "sc_main/cli/defaults.h"
#include "sc_main/cli/store_option.h"

namespace gf::app {
namespace {

using core::ExitCode;

struct RunsOptions {
  std::string action;
  std::optional<std::string> store;  ///< Nothing: the default store.
  std::optional<core::Bytes> down_to;
  bool json = false;
};

CommandLine command_line(RunsOptions& o) {
  CommandLine line(
      "runs", "list|clean [OPTIONS]",
      "Lists the finished runs that reproduce, curve, profile and sweep share, most\n"
      "recently used first, or removes the least recently used ones and nothing else. The\n"
      "key of a run is what it was made from: configuration, input files and program.");
  line.operand("ACTION", o.action);
  add_store_to(line, o.store, "directory of the store");
  line.add("to", o.down_to, "SIZE", "with clean: size to leave, such as \"1 GB\"").default_text =
      "nothing";
  line.add(
      "json", o.json,
      "with list: print {store, bytes, runs, others} as JSON, with sizes in bytes and times in s");
  line.examples =
      "  gpufabric runs list\n"
      "  gpufabric runs clean --to '500 MB'\n";
  return line;
}

std::string age_text(std::filesystem::file_time_type used) {
  const auto age = std::filesystem::file_time_type::clock::now() - used;
  const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(age).count();
  if (minutes < 60) return fmt::format("{} min", minutes);
  if (minutes < 48 * 60) return fmt::format("{} h", minutes / 60);
  return fmt::format("{} d", minutes / (24 * 60));
}

/// Returns the command as the user would type it: without the output directory set by the pool.
std::string as_typed(const std::string& command) {
  return command.substr(0, command.find(" --outdir "));
}

/// Lists files and directories in a store that are not runs.
void tell_others(const runs::Store& store) {
  const std::vector<std::string> others = store.others();
  if (!others.empty())
    std::cout << fmt::format(
        "in {}, but no runs of the store; they are never removed: {}\n",
        core::printable((store.directory() / "runs").string()),
        core::printable(core::excerpt(fmt::format("{}", fmt::join(others, ", ")))));
}

void list(const runs::Store& store) {
  core::TextTable table({"key", ">size", ">last used", ">took", "command"});
  std::uint64_t bytes = 0;
  const std::vector<runs::StoredRun> all = store.list();
  for (const runs::StoredRun& run : all) {
    bytes += run.size.count();
    table.add_row({run.key, core::engineering(static_cast<double>(run.size.count()), "B"),
                   age_text(run.used), fmt::format("{:.1f} s", run.wall_seconds),
                   as_typed(run.command)});
  }
  if (!all.empty()) table.print(std::cout, core::output_columns());
  std::cout << fmt::format("{}{} runs, {}, in {}\n", all.empty() ? "" : "\n", all.size(),
                           core::engineering(static_cast<double>(bytes), "B"),
                           core::printable(store.directory().string()));
  tell_others(store);
}

void list_json(const runs::Store& store) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  std::uint64_t bytes = 0;
  for (const runs::StoredRun& run : store.list()) {
    bytes += run.size.count();
    const std::chrono::duration<double> age =
        std::filesystem::file_time_type::clock::now() - run.used;
    list.push_back({{"key", run.key},
                    {"bytes", run.size.count()},
                    {"last_used_seconds_ago", std::floor(age.count())},
                    {"wall_seconds", run.wall_seconds},
                    {"damaged", run.damaged},
                    {"command", as_typed(run.command)}});
  }
  const nlohmann::ordered_json all{{"store", store.directory().string()},
                                   {"bytes", bytes},
                                   {"runs", list},
                                   {"others", store.others()}};
  std::cout << core::json_text(all, 2) << '\n';
}

/// Refuses a directory that is no store, because clean would look for runs in somebody else's
/// folder. An empty directory, or a default one that was never created, simply has no runs.
void check_store(const RunsOptions& options, const std::filesystem::path& directory) {
  std::error_code error;
  const bool is_absent = !options.store && !std::filesystem::exists(directory, error);
  if (!is_absent && !std::filesystem::is_empty(directory, error) && !runs::is_store(directory))
    core::fail_config("", "--store", directory.string(),
                      "a store of runs, which has the folders runs/, inputs/ and work/",
                      "name the directory that was given to --store or GPUFABRIC_STORE");
}

}  // namespace

ExitCode run_runs(const Arguments& arguments) {
  RunsOptions options;
  CommandLine line = command_line(options);
  if (!line.parse(arguments)) return ExitCode::kDone;
  const bool clean = options.action == "clean";
  if (!clean && options.action != "list") line.fail("expected list or clean");
  if (clean && options.json && !is_default("json")) line.fail("--json needs list");
  if (!clean && options.down_to) line.fail("--to needs clean");
  const std::filesystem::path directory =
      options.store ? std::filesystem::path(*options.store) : runs::default_store();
  if (directory.empty()) line.fail("no store: set GPUFABRIC_STORE or give --store DIR");
  check_store(options, directory);
  runs::Store store(directory);
  if (!clean) {
    if (options.json)
      list_json(store);
    else
      list(store);
    return ExitCode::kDone;
  }
  std::cout << fmt::format("{} runs removed\n",
                           store.trim(options.down_to.value_or(core::Bytes(0))));
  tell_others(store);
  return ExitCode::kDone;
}

}  // namespace gf::app
