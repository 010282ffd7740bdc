// SPDX-License-Identifier: Apache-2.0
#include "papers/arxiv13_apenet/card_runs.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <utility>

namespace gf::papers::apenet13 {

double Curve::at(double size) const {
  const auto found = std::find(sizes.begin(), sizes.end(), size);
  if (found == sizes.end()) throw ChildRunError(fmt::format("no size {} in a curve", size));
  return values[static_cast<std::size_t>(found - sizes.begin())];
}

double Curve::highest() const { return *std::max_element(values.begin(), values.end()); }

const ChildRun& CardRuns::run(const std::string& platform, const Words& settings,
                              const Words& options) const {
  const std::string key =
      fmt::format("{} {} {}", platform, fmt::join(settings, " "), fmt::join(options, " "));
  const auto known = runs_.find(key);
  if (known != runs_.end()) return known->second;
  Words words = {"run", platform};
  for (const std::string& setting : settings) words.insert(words.end(), {"-p", setting});
  words.insert(words.end(), options.begin(), options.end());
  const std::string name = fmt::format("run_{}", runs_.size());
  const ChildRun& run = runs_.emplace(key, run_program(context_, name, words)).first->second;
  result_.runs.push_back(run.link(fmt::format("{}, {}", platform, fmt::join(settings, ", "))));
  return run;
}

Curve CardRuns::curve(const std::string& platform, const Words& settings) const {
  Curve curve;
  std::ifstream in(run(platform, settings).directory / "osu.csv");
  std::string line;
  std::getline(in, line);  // header
  while (std::getline(in, line)) {
    std::stringstream row(line);
    std::string size, value;
    std::getline(row, size, ',');
    std::getline(row, value, ',');
    curve.sizes.push_back(std::stod(size));
    curve.values.push_back(std::stod(value));
  }
  return curve;
}

Words with(Words settings, const Words& more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

Words one_size(const std::string& size) { return {"min=" + size, "max=" + size}; }

Chart size_chart(const std::string& quantity, const std::string& unit, Scale scale) {
  Chart chart;
  chart.x = {"message size", "B", Scale::kLog2, {}, {}, {}};
  chart.y = {quantity, unit, scale, {}, {}, {}};
  if (scale == Scale::kLinear) chart.y.low = 0.0;
  return chart;
}

void add_curve(Chart& chart, const std::string& name, const Curve& curve, Role role) {
  chart.series.push_back({name, role, Mark::kLinePoints, curve.sizes, curve.values, ""});
}

Measurement row(const std::string& id, const std::string& what, Kind kind, Value published,
                double simulated, const std::string& unit, Tolerance tolerance) {
  return {id, what, kind, std::move(published), simulated, unit, std::move(tolerance), "", ""};
}

}  // namespace gf::papers::apenet13
