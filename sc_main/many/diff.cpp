// SPDX-License-Identifier: Apache-2.0
// gpufabric diff: shows the parameters and results in which two runs differ.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <map>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/run/run_dir.h"
#include "core/text/engineering.h"
#include "core/text/ini.h"
#include "core/text/json.h"
#include "core/text/terminal.h"
#include "core/text/text_table.h"
#include "runs/result.h"
#include "sc_main/cli/command_line.h"
#include "sc_main/cli/whole_file.h"
#include "sc_main/page/run_page.h"

namespace gf::app {
namespace {

namespace fs = std::filesystem;
using core::ExitCode;

constexpr std::size_t kShownRows = 20;
constexpr std::size_t kShownDigits = 12;  ///< Shown digits of a hash.

/// Contents of a run directory that are compared.
struct ComparedRun {
  std::map<std::string, std::string> parameters;  ///< The program's revision is among them.
  std::map<std::string, runs::Result::Number> results;
};

std::map<std::string, std::string> parameters_of(const std::string& directory) {
  const fs::path config = fs::path(directory) / "config.resolved.ini";
  if (!fs::is_regular_file(config))
    throw core::UserError(ExitCode::kUsage,
                          fmt::format("diff: {}: no run directory; name one that `run --outdir` "
                                      "wrote",
                                      directory));
  std::map<std::string, std::string> parameters;
  for (const core::IniEntry& entry : core::read_ini_file(config.string()))
    parameters[entry.key] = entry.value;
  return parameters;
}

/// Adds facts that parameter names do not show. Copies of different files have the same name in two
/// run directories, and two programs give different numbers.
void add_record(ComparedRun& run, const std::string& directory) {
  core::read_json(fs::path(directory) / "run.json", core::kJsonOfRun, [&run](const auto& record) {
    run.parameters["program's revision"] = record.at("revision").template get<std::string>();
    for (const nlohmann::json& input : record.at("inputs"))
      run.parameters[input.at("parameter").get<std::string>()] +=
          ", sha1 " + input.at("sha1").get<std::string>().substr(0, kShownDigits);
  });
}

ComparedRun read(const std::string& directory) {
  ComparedRun run;
  run.parameters = parameters_of(directory);
  core::check_run_form(directory, "diff");
  try {
    run.results = runs::Result(directory).numbers();
    add_record(run, directory);
  } catch (const runs::RunError& error) {
    throw core::UserError(ExitCode::kBadInput, fmt::format("diff: {}", error.what()));
  }
  return run;
}

/// A row and the size of its change. Larger changes come first, and changes from 0 before all
/// others.
struct Row {
  double size = 0;
  std::vector<std::string> cells;
};

/// Size of a row that only one run has: after all rows that both have.
constexpr double kOfOne = -1;

/// Returns the relative change; infinite if there is no such number.
double change(double from, double to) {
  if (from == 0 || !std::isfinite(from) || !std::isfinite(to)) return HUGE_VAL;
  return (to - from) / std::abs(from);
}

template <class Value, class Add>
void for_each_of_both(const std::map<std::string, Value>& a, const std::map<std::string, Value>& b,
                      const Add& add) {
  std::map<std::string, std::pair<const Value*, const Value*>> both;
  for (const auto& [name, value] : a) both[name].first = &value;
  for (const auto& [name, value] : b) both[name].second = &value;
  for (const auto& [name, pair] : both) add(name, pair.first, pair.second);
}

std::vector<Row> parameters(const ComparedRun& a, const ComparedRun& b) {
  std::vector<Row> rows;
  for_each_of_both(a.parameters, b.parameters, [&](const auto& name, auto* left, auto* right) {
    const bool both = left != nullptr && right != nullptr;
    if (both && *left == *right) return;
    rows.push_back({both ? 0 : kOfOne,
                    {name, left == nullptr ? "-" : *left, right == nullptr ? "-" : *right}});
  });
  return rows;
}

std::string text_of(const runs::Result::Number* number) {
  return number == nullptr ? "-" : core::engineering(number->value, number->unit);
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

std::vector<Row> results(const ComparedRun& a, const ComparedRun& b) {
  std::vector<Row> rows;
  for_each_of_both(a.results, b.results, [&](const auto& name, auto* left, auto* right) {
    const bool both = left != nullptr && right != nullptr;
    if (both && same(left->value, right->value)) return;
    const double share = both ? change(left->value, right->value) : HUGE_VAL;
    rows.push_back({both ? std::abs(share) : kOfOne,
                    {name, text_of(left), text_of(right),
                     std::isfinite(share) ? fmt::format("{:+.2f} %", 100 * share) : ""}});
  });
  return rows;
}

void print(const char* what, std::vector<Row> rows, const std::vector<std::string>& head,
           bool all) {
  if (rows.empty()) {
    std::cout << fmt::format("{}: the same\n", what);
    return;
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.size > b.size; });
  core::TextTable table(head);
  const std::size_t shown = all ? rows.size() : std::min(rows.size(), kShownRows);
  for (std::size_t i = 0; i < shown; ++i) table.add_row(rows[i].cells);
  table.print(std::cout, core::output_columns());
  if (shown < rows.size())
    std::cout << fmt::format("... and {} more (--all)\n", rows.size() - shown);
}

nlohmann::ordered_json json_of(const runs::Result::Number* number) {
  if (number == nullptr) return nullptr;
  return {{"value", number->value}, {"unit", number->unit}};
}

nlohmann::ordered_json json_of(const std::string* text) {
  return text == nullptr ? nlohmann::ordered_json() : nlohmann::ordered_json(*text);
}

/// Returns the differences by name; null if a run does not have the value.
template <class Map>
nlohmann::ordered_json differences(const Map& a, const Map& b) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for_each_of_both(a, b, [&](const auto& name, auto* left, auto* right) {
    const nlohmann::ordered_json first = json_of(left), second = json_of(right);
    // Compare as texts: there NaN, which is null, equals itself.
    if (core::json_text(first) != core::json_text(second))
      list.push_back({{"name", name}, {"first", first}, {"second", second}});
  });
  return list;
}

void print_json(const ComparedRun& a, const ComparedRun& b) {
  const nlohmann::ordered_json all{{"parameters", differences(a.parameters, b.parameters)},
                                   {"results", differences(a.results, b.results)}};
  std::cout << core::json_text(all, 2) << '\n';
}

struct DiffOptions {
  std::string first;
  std::string second;
  bool all = false;
  bool json = false;
  std::string page;  ///< File; empty: none.
};

CommandLine command_line(DiffOptions& options) {
  CommandLine line("diff", "RUN RUN [OPTIONS]",
                   "Shows the parameters and results in which two run directories differ. Input\n"
                   "files are compared by content. A run directory is one that `run --outdir`\n"
                   "wrote, or one in the runs/ of a report.");
  line.operand("RUN", options.first);
  line.operand("OTHER", options.second);
  line.add("all", options.all, "show every row; otherwise the 20 of each table that changed most");
  line.add("page", options.page, "FILE",
           "also write a page with both runs side by side; without =FILE: diff.html")
      .implicit = "diff.html";
  line.add("json", options.json,
           "print all that differs as JSON: {parameters, results}, each a list of {name, first, "
           "second}");
  line.examples =
      "  gpufabric diff out/first out/second\n"
      "  gpufabric diff out/first out/second --page=both.html\n";
  line.exits = {ExitCode::kBadInput};
  return line;
}

}  // namespace

ExitCode run_diff(const Arguments& arguments) {
  DiffOptions options;
  CommandLine line = command_line(options);
  if (!line.parse(arguments)) return ExitCode::kDone;
  if (options.first.empty() || options.second.empty()) line.fail("expected two run directories");
  const ComparedRun a = read(options.first), b = read(options.second);
  if (!options.page.empty())
    WholeFile(options.page, "the page")
        .write(run_page({read_record(options.first), read_record(options.second)}));
  if (options.json) {
    print_json(a, b);
    return ExitCode::kDone;
  }
  const std::vector<Row> of_parameters = parameters(a, b), of_results = results(a, b);
  if (!of_parameters.empty() || !of_results.empty())
    std::cout << fmt::format("first: {}\nsecond: {}\n\n", core::printable(options.first),
                             core::printable(options.second));
  print("parameters", of_parameters, {"parameter", "first", "second"}, options.all);
  std::cout << "\n";
  print("results", of_results, {"result", ">first", ">second", ">change"}, options.all);
  return ExitCode::kDone;
}

}  // namespace gf::app
