// SPDX-License-Identifier: Apache-2.0
// gpufabric curve: a latency-load curve, with one process per point.
#include <algorithm>
#include <fmt/format.h>
#include <iostream>

#include "core/text/json.h"
#include "core/text/terminal.h"
#include "core/text/text_table.h"
#include "sc_main/cli/command_line.h"
#include "sc_main/many/curve_options.h"
#include "sc_main/many/curve_points.h"

namespace gf::app {
namespace {

using core::ExitCode;

const std::vector<std::string> kCurveColumns = {"offered_load", "accepted_load",
                                                "latency_mean", "latency_confidence",
                                                "latency_p99",  "latency_max"};

/// Returns the largest stable and the smallest unstable load so far; 0 and 1 if there is none.
std::pair<double, double> bounds(const Curve& curve) {
  double high = 1;
  for (const auto& [load, point] : curve)
    if (!point.stable()) high = std::min(high, load);
  double low = 0;
  // Ignore stable points above the smallest unstable one: the interval would have no ends.
  for (const auto& [load, point] : curve)
    if (point.stable() && load < high) low = std::max(low, load);
  return {low, high};
}

/// Returns whether the interval is as narrow as requested.
bool is_found(const Curve& curve, const CurveOptions& options) {
  const auto [low, high] = bounds(curve);
  return high - low <= options.tolerance;
}

/// Narrows the interval to `tolerance`, with three loads inside it at a time regardless of -j.
void find_saturation(Curve& curve, const CurveOptions& options, CommandRuns& runs) {
  while (!is_found(curve, options) && !runs.interrupted()) {
    const auto [low, high] = bounds(curve);
    const double step = (high - low) / 4;
    add_points(curve, options, {low + step, low + 2 * step, low + 3 * step}, runs);
  }
}

std::vector<std::string> cells(const CurvePoint& point) {
  std::vector<std::string> row;
  for (const std::string& column : kCurveColumns)
    row.push_back(fmt::format("{:.6g}", point.value(column)));
  row.emplace_back(point.stable() ? "yes" : "no");
  return row;
}

void print_json(const Curve& curve, const CurveOptions& options) {
  nlohmann::ordered_json points = nlohmann::ordered_json::array();
  for (const auto& [load, point] : curve) {
    nlohmann::ordered_json json;
    for (const std::string& column : kCurveColumns) json[column] = point.value(column);
    json["stable"] = point.stable();
    points.push_back(json);
  }
  nlohmann::ordered_json all{{"platform", options.choice.platform}, {"points", points}};
  if (options.saturation) {
    const auto [low, high] = bounds(curve);
    all["saturation"] = {{"stable", low}, {"unstable", high}, {"found", is_found(curve, options)}};
  }
  std::cout << core::json_text(all, 2) << '\n';
}

void print(const Curve& curve, bool csv) {
  if (csv) {
    fmt::print("{},stable\n", fmt::join(kCurveColumns, ","));
    for (const auto& [load, point] : curve) fmt::print("{}\n", fmt::join(cells(point), ","));
    return;
  }
  std::vector<std::string> head;
  for (const std::string& column : kCurveColumns) head.push_back(">" + column);
  head.emplace_back("stable");
  core::TextTable table(head);
  for (const auto& [load, point] : curve) table.add_row(cells(point));
  table.print(std::cout, core::output_columns());
}

/// Prints the interval. It is too wide after an interrupted search.
void print_saturation(const Curve& curve, const CurveOptions& options) {
  const auto [low, high] = bounds(curve);
  if (is_found(curve, options))
    fmt::print("\nsaturation: stable at {:.4g}, not at {:.4g}\n", low, high);
  else
    fmt::print("\nsaturation: the search was interrupted; it is between {:.4g} and {:.4g}\n", low,
               high);
}

}  // namespace

ExitCode run_curve(const Arguments& arguments) {
  const auto options = parse_curve(arguments);
  if (!options) return ExitCode::kDone;
  Plan plan;
  plan.json = options->json;
  if (options->saturation) plan.more = "--saturation adds loads that follow from these results";
  CommandRuns runs("curve", options->pool, options->quiet, plan);
  Curve curve;
  add_points(curve, *options, options->loads, runs);
  if (options->saturation) find_saturation(curve, *options, runs);
  if (options->json)
    print_json(curve, *options);
  else
    print(curve, options->csv);
  if (options->saturation && !options->csv && !options->json) print_saturation(curve, *options);
  if (runs.interrupted()) fmt::print(stderr, "gpufabric: interrupted; finished points are shown\n");
  return runs.exit_code();
}

}  // namespace gf::app
