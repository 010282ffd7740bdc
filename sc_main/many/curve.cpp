// SPDX-License-Identifier: Apache-2.0
// gpufabric curve: a latency-load curve, with one process per point.
#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <string_view>

#include "core/base/text_fields.h"
#include "core/text/json.h"
#include "core/text/terminal.h"
#include "core/text/text_table.h"
#include "sc_main/cli/configured_platform.h"
#include "sc_main/cli/store_option.h"
#include "sc_main/many/curve_points.h"

namespace gf::app {
namespace {

using core::ExitCode;

const std::vector<std::string> kCurveColumns = {"offered_load", "accepted_load",
                                                "latency_mean", "latency_confidence",
                                                "latency_p99",  "latency_max"};

/// The command line of `gpufabric curve`.
struct CurveOptions {
  PlatformChoice choice;
  std::uint64_t seed = 1;  ///< Used for all points.
  PoolCommandOptions pool;
  std::string loads_text = "0.1:0.9:0.1";
  std::vector<double> loads;  ///< Ascending.
  bool saturation = false;
  double tolerance = 0.01;
  bool csv = false;
  bool json = false;
  bool quiet = false;
};

CommandLine command_line(CurveOptions& o) {
  CommandLine line(
      "curve", "PLATFORM [--NAME VALUE]... [OPTIONS]",
      "Runs a platform at several loads, each in a process of its own, and prints a\n"
      "latency-load curve. A load without a steady state is printed too, and flagged.\n"
      "The numbers do not depend on -j.");
  o.choice.add_to(line);
  o.pool.add_to(line);
  line.add("loads", o.loads_text, "LIST", "offered loads, as 0.1,0.2,0.5 or FROM:TO:STEP");
  line.add("saturation", o.saturation,
           "then find by bisection the load above which there is no steady state");
  line.add("tolerance", o.tolerance, "LOAD", "width of the interval at which --saturation stops",
           core::between(1e-4, 1.0));
  line.add("csv", o.csv, "print CSV instead of a table");
  line.add("json", o.json, "print {platform, points, saturation} as JSON");
  line.add("quiet,q", o.quiet, "show no progress");
  line.examples =
      "  gpufabric curve dragonfly --routing ugal_l_vc_h --traffic wc --loads 0.05:0.5:0.05\n"
      "  gpufabric curve torus --loads 0.1,0.3 --saturation --tolerance 0.02 -j 4\n";
  line.exits = {ExitCode::kCheckFailed, ExitCode::kDeadlock, ExitCode::kBadInput,
                ExitCode::kInterrupted, ExitCode::kTerminated};
  return line;
}

[[noreturn]] void fail_loads(const std::string& text) {
  core::fail_config("", "--loads", text, "rising loads from 0 to 1, such as 0.1,0.2 or 0.1:0.9:0.1",
                    "a step above 0");
}

double load_of(std::string_view text, const std::string& whole) {
  const auto value = core::parse_number<double>(text);
  if (!value || !(*value >= 0) || *value > 1) fail_loads(whole);
  return *value;
}

std::vector<double> parse_loads(const std::string& text) {
  std::vector<double> loads;
  const auto range = core::split_fields(text, ':');
  if (range.size() == 3) {
    const double from = load_of(range[0], text), to = load_of(range[1], text);
    const double step = load_of(range[2], text);
    if (step < 1e-4 || to < from) fail_loads(text);
    // Multiplied, not added up: 0.1 + 0.1 + 0.1 is not 0.3.
    const auto steps = static_cast<unsigned>((to - from) / step + 1e-9);
    for (unsigned i = 0; i <= steps; ++i)
      loads.push_back(std::stod(fmt::format("{:.6g}", from + i * step)));
  } else {
    for (const std::string_view field : core::split_fields(text, ','))
      loads.push_back(load_of(field, text));
  }
  if (!std::is_sorted(loads.begin(), loads.end())) fail_loads(text);
  return loads;
}

/// Checks the options together and takes what depends on the platform. Throws UserError for options
/// that make no curve, including wrong parameters: no point is run then.
void resolve(const CommandLine& line, CurveOptions& o) {
  if (o.csv && o.json) line.fail("--csv and --json exclude each other");
  o.loads = parse_loads(o.loads_text);
  const ConfiguredPlatform configured(line, o.choice);  // reports errors once, not per point
  const auto rows = configured.params().rows();
  if (std::none_of(rows.begin(), rows.end(), [](const auto& row) { return row.path == "load"; }))
    line.fail(fmt::format("{} has no parameter load", o.choice.platform));
  o.seed = configured.seed();
}

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
    add_points(curve, request_of(options.choice, options.seed, {}),
               {low + step, low + 2 * step, low + 3 * step}, runs);
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
  CurveOptions options;
  CommandLine line = command_line(options);
  if (!line.parse(arguments)) return ExitCode::kDone;
  resolve(line, options);
  Plan plan;
  plan.json = options.json;
  if (options.saturation) plan.more = "--saturation adds loads that follow from these results";
  CommandRuns runs("curve", options.pool, options.quiet, plan);
  Curve curve;
  add_points(curve, request_of(options.choice, options.seed, {}), options.loads, runs);
  if (options.saturation) find_saturation(curve, options, runs);
  if (options.json)
    print_json(curve, options);
  else
    print(curve, options.csv);
  if (options.saturation && !options.csv && !options.json) print_saturation(curve, options);
  if (runs.interrupted()) fmt::print(stderr, "gpufabric: interrupted; finished points are shown\n");
  return runs.exit_code();
}

}  // namespace gf::app
