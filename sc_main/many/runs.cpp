// SPDX-License-Identifier: Apache-2.0
// gpufabric runs: shows the contents of the store of finished runs.
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <iostream>
#include <optional>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/text/engineering.h"
#include "core/text/ini.h"
#include "core/text/json.h"
#include "core/text/terminal.h"
#include "core/text/text_table.h"
#include "runs/result.h"
#include "runs/store.h"
#include "sc_main/cli/command_line.h"
#include "sc_main/cli/defaults.h"
#include "sc_main/cli/store_option.h"
#include "sc_main/cli/whole_file.h"
#include "sc_main/many/sqlite_tables.h"

namespace gf::app {
namespace {

using core::ExitCode;

using SqliteRows = std::vector<std::vector<SqliteTables::Value>>;

struct RunsOptions {
  std::string action;
  std::optional<std::string> store;  ///< Nothing: the default store.
  std::optional<core::Bytes> down_to;
  bool json = false;
  std::string sqlite;  ///< File for list(); empty: none.
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
  line.add("sqlite", o.sqlite, "FILE",
           "with list: also write a SQLite database with the tables runs, parameters and results");
  line.examples =
      "  gpufabric runs list\n"
      "  gpufabric runs list --sqlite runs.sqlite\n"
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

/// Returns "2026-11-30 08:05:05", as SQLite's datetime() has it, in UTC.
std::string date_text(std::filesystem::file_time_type used) {
  using std::chrono::system_clock;
  const auto age = std::filesystem::file_time_type::clock::now() - used;
  const auto date = system_clock::now() - std::chrono::duration_cast<system_clock::duration>(age);
  return fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::gmtime(system_clock::to_time_t(date)));
}

/// Adds the parameters or results of all runs. `rows_of` returns the rows of a run directory,
/// without the run's key; it throws for a run that is damaged or was removed meanwhile, which is
/// left out.
template <class Rows>
void add_details(SqliteTables& tables, const runs::Store& store,
                 const std::vector<runs::StoredRun>& all, const Rows& rows_of) {
  for (const runs::StoredRun& run : all) {
    SqliteRows rows;
    try {
      rows = rows_of((store.directory() / "runs" / run.key).string());
    } catch (const std::exception&) {
      continue;
    }
    for (std::vector<SqliteTables::Value>& row : rows) {
      row.insert(row.begin(), run.key);
      tables.add_row(row);
    }
  }
}

SqliteRows parameter_rows(const std::string& run) {
  SqliteRows rows;
  for (const core::IniEntry& entry : core::read_ini_file(run + "/config.resolved.ini")) {
    using Value = SqliteTables::Value;
    const auto number = quantity_of(entry.value);
    rows.push_back({entry.key, entry.value, number ? Value(number->value) : Value(),
                    number ? Value(number->unit) : Value()});
  }
  return rows;
}

SqliteRows result_rows(const std::string& run) {
  SqliteRows rows;
  const runs::Result result(run);
  for (const auto& [name, number] : result.numbers())
    rows.push_back({name, number.value, number.unit});
  return rows;
}

std::string list_sqlite(const runs::Store& store) {
  SqliteTables tables;
  tables.add_table("runs", {"key", "platform", "command", "made", "last_used", "bytes",
                            "wall_seconds", "damaged"});
  const std::vector<runs::StoredRun> all = store.list();
  for (const runs::StoredRun& run : all) {
    const auto record =
        core::read_json_or_discard(store.directory() / "runs" / run.key / "run.json");
    const auto text = [&](const char* key) {
      const auto found = record.find(key);
      return found != record.end() && found->is_string() ? found->get<std::string>() : "";
    };
    tables.add_row({run.key, text("platform"), as_typed(run.command), text("date"),
                    date_text(run.used), static_cast<std::int64_t>(run.size.count()),
                    run.wall_seconds, std::int64_t{run.damaged}});
  }
  tables.add_table("parameters", {"key", "name", "value", "number", "unit"});
  add_details(tables, store, all, parameter_rows);
  tables.add_table("results", {"key", "name", "value", "unit"});
  add_details(tables, store, all, result_rows);
  return tables.bytes();
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
  if (clean && !options.sqlite.empty()) line.fail("--sqlite needs list");
  if (!clean && options.down_to) line.fail("--to needs clean");
  const std::filesystem::path directory =
      options.store ? std::filesystem::path(*options.store) : runs::default_store();
  if (directory.empty()) line.fail("no store: set GPUFABRIC_STORE or give --store DIR");
  check_store(options, directory);
  runs::Store store(directory);
  if (!clean) {
    if (!options.sqlite.empty())
      WholeFile(options.sqlite, "the list of runs").write(list_sqlite(store));
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
