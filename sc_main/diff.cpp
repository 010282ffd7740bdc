// SPDX-License-Identifier: Apache-2.0
// gpufabric diff: in which parameters and results two runs differ.
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <map>

#include "core/engineering.h"
#include "core/error.h"
#include "core/ini.h"
#include "core/terminal.h"
#include "core/text_table.h"
#include "runs/result.h"
#include "sc_main/command_line.h"

namespace gf::app {
namespace {

namespace fs = std::filesystem;
using core::ExitCode;

/// A run directory as far as two are compared.
struct ComparedRun {
  std::map<std::string, std::string> parameters;
  std::map<std::string, runs::Result::Number> results;
};

ComparedRun read(const std::string& directory) {
  const fs::path config = fs::path(directory) / "config.resolved.ini";
  if (!fs::is_regular_file(config))
    throw core::UserError(ExitCode::kUsage,
                          fmt::format("diff: {}: no run directory; name one that `run --outdir` "
                                      "wrote",
                                      directory));
  ComparedRun run;
  for (const core::IniEntry& entry : core::read_ini_file(config.string()))
    run.parameters[entry.key] = entry.value;
  try {
    run.results = runs::Result(directory).numbers();
  } catch (const runs::RunError& error) {
    throw core::UserError(ExitCode::kBadInput, fmt::format("diff: {}", error.what()));
  }
  return run;
}

std::string change(double from, double to) {
  if (from == 0 || !std::isfinite(from) || !std::isfinite(to)) return "";
  return fmt::format("{:+.2f} %", 100 * (to - from) / std::abs(from));
}

template <class Value, class Add>
void for_each_of_both(const std::map<std::string, Value>& a, const std::map<std::string, Value>& b,
                      const Add& add) {
  std::map<std::string, std::pair<const Value*, const Value*>> both;
  for (const auto& [name, value] : a) both[name].first = &value;
  for (const auto& [name, value] : b) both[name].second = &value;
  for (const auto& [name, pair] : both) add(name, pair.first, pair.second);
}

std::size_t parameters(const ComparedRun& a, const ComparedRun& b, core::TextTable& table) {
  std::size_t count = 0;
  for_each_of_both(a.parameters, b.parameters, [&](const auto& name, auto* left, auto* right) {
    if (left != nullptr && right != nullptr && *left == *right) return;
    table.add_row({name, left == nullptr ? "-" : *left, right == nullptr ? "-" : *right});
    ++count;
  });
  return count;
}

std::string text_of(const runs::Result::Number* number) {
  return number == nullptr ? "-" : core::engineering(number->value, number->unit);
}

std::size_t results(const ComparedRun& a, const ComparedRun& b, core::TextTable& table) {
  std::size_t count = 0;
  for_each_of_both(a.results, b.results, [&](const auto& name, auto* left, auto* right) {
    const bool both = left != nullptr && right != nullptr;
    const bool same = both && (left->value == right->value ||
                               (std::isnan(left->value) && std::isnan(right->value)));
    if (same) return;
    table.add_row({name, text_of(left), text_of(right),
                   both ? change(left->value, right->value) : std::string()});
    ++count;
  });
  return count;
}

void print(const char* what, std::size_t count, const core::TextTable& table) {
  if (count == 0) {
    std::cout << fmt::format("{}: the same\n", what);
    return;
  }
  table.print(std::cout, core::output_columns());
}

}  // namespace

ExitCode run_diff(const Arguments& arguments) {
  std::string first, second;
  CommandLine line(
      "diff", "RUN RUN",
      "Shows the parameters and the results in which two run directories differ; what\n"
      "is the same is not shown. A run is what `run --outdir` wrote, or one of a\n"
      "report's runs/.");
  line.operand("RUN", first, 1);
  line.operand("OTHER", second, 1);
  line.examples = "  gpufabric diff runs/first runs/second\n";
  line.exits = {ExitCode::kBadInput};
  if (!line.parse(arguments)) return ExitCode::kDone;
  if (first.empty() || second.empty()) line.fail("expected two run directories");
  const ComparedRun a = read(first), b = read(second);
  core::TextTable of_parameters({"parameter", first, second});
  core::TextTable of_results({"result", ">" + first, ">" + second, ">change"});
  print("parameters", parameters(a, b, of_parameters), of_parameters);
  std::cout << "\n";
  print("results", results(a, b, of_results), of_results);
  return ExitCode::kDone;
}

}  // namespace gf::app
