// SPDX-License-Identifier: Apache-2.0
// gpufabric curve: a latency-load curve, each point a process.
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <iostream>
#include <map>
#include <tuple>

#include "core/progress.h"
#include "core/text_table.h"
#include "sc_main/command_line.h"
#include "sc_main/curve_options.h"
#include "sc_main/curve_points.h"
#include "sc_main/interrupt_flag.h"

namespace gf::app {
namespace {

using core::ExitCode;

const std::vector<std::string> kColumns = {"offered_load",       "accepted_load", "latency_mean",
                                           "latency_confidence", "latency_p99",   "latency_max"};

/// Points by their load; kept sorted, so that neither -j nor the order of probing shows.
using Curve = std::map<double, CurvePoint>;

void add(Curve& curve, const std::vector<CurvePoint>& points) {
  for (const CurvePoint& point : points) curve.insert_or_assign(point.load, point);
}

/// Largest stable and smallest unstable load so far; 0 and 1 where there is none.
std::pair<double, double> bounds(const Curve& curve) {
  double high = 1;
  for (const auto& [load, point] : curve)
    if (!point.stable()) high = std::min(high, load);
  double low = 0;
  for (const auto& [load, point] : curve)
    if (point.stable() && load < high) low = std::max(low, load);
  return {low, high};
}

/// Narrows the interval to `tolerance`: three loads within it at a time, whatever -j is.
void find_saturation(Curve& curve, CurveRunner& runner, double tolerance) {
  for (auto [low, high] = bounds(curve); high - low > tolerance;
       std::tie(low, high) = bounds(curve)) {
    const double step = (high - low) / 4;
    add(curve, runner.run({low + step, low + 2 * step, low + 3 * step}));
  }
}

std::vector<std::string> cells(const CurvePoint& point) {
  std::vector<std::string> row;
  for (const std::string& column : kColumns)
    row.push_back(fmt::format("{:.6g}", point.value(column)));
  row.emplace_back(point.stable() ? "yes" : "no");
  return row;
}

void print(const Curve& curve, bool csv) {
  if (csv) {
    fmt::print("{},stable\n", fmt::join(kColumns, ","));
    for (const auto& [load, point] : curve) fmt::print("{}\n", fmt::join(cells(point), ","));
    return;
  }
  std::vector<std::string> head;
  for (const std::string& column : kColumns) head.push_back(">" + column);
  head.emplace_back("stable");
  core::TextTable table(head);
  for (const auto& [load, point] : curve) table.add_row(cells(point));
  table.print(std::cout);
}

}  // namespace

ExitCode run_curve(const Arguments& arguments) {
  const auto options = parse_curve(arguments);
  if (!options) return ExitCode::kDone;
  const InterruptFlag interrupt;
  core::Progress progress("curve", options->quiet);
  CurveRunner runner(
      *options, [&] { return interrupt.signal() != 0; },
      [&](std::size_t done, std::size_t all) { progress.update(done, all); });
  Curve curve;
  add(curve, runner.run(options->loads));
  if (options->saturation) find_saturation(curve, runner, options->tolerance);
  if (interrupt.signal() != 0) return interrupt.exit_code();
  core::Progress::clear_line(std::cerr);
  print(curve, options->csv);
  if (options->saturation && !options->csv) {
    const auto [low, high] = bounds(curve);
    fmt::print("\nsaturation: stable at {:.4g}, not at {:.4g}\n", low, high);
  }
  return ExitCode::kDone;
}

}  // namespace gf::app
