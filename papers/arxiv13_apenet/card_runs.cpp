// SPDX-License-Identifier: Apache-2.0
#include "papers/arxiv13_apenet/card_runs.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace gf::papers::apenet13 {

runs::Run ask_platform(Judge& judge, const std::string& platform, const Words& settings) {
  runs::Request request;
  request.platform = platform;
  request.settings = settings;
  return judge.ask(std::move(request), fmt::format("{}, {}", platform, fmt::join(settings, ", ")));
}

double SizeCurve::at(double size) const {
  const auto found = std::find(sizes.begin(), sizes.end(), size);
  if (found == sizes.end()) throw std::logic_error(fmt::format("no size {} in a curve", size));
  return values[static_cast<std::size_t>(found - sizes.begin())];
}

double SizeCurve::highest() const { return *std::max_element(values.begin(), values.end()); }

SizeCurve curve_of(const runs::Run& run) {
  const core::CsvTable table = run.csv("osu.csv");
  return {table.numbers("size"), table.numbers(table.head().at(1))};
}

runs::Run ask_node(Judge& judge, const Words& settings) {
  return ask_platform(judge, "apenet_node", settings);
}
runs::Run ask_cluster(Judge& judge, const Words& settings) {
  return ask_platform(judge, "apenet_cluster", settings);
}

Words with(Words settings, const Words& more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

Words settings_of(const MemoryPair& way) {
  return {std::string("src=") + way.src, std::string("dst=") + way.dst};
}

Words one_size(const std::string& size) { return {"min=" + size, "max=" + size}; }

Chart size_chart(const std::string& quantity, const std::string& unit, Scale scale) {
  Chart chart;
  chart.x = {"message size", "B", Scale::kLog2, {}, {}, {}};
  chart.y = {quantity, unit, scale, {}, {}, {}};
  if (scale == Scale::kLinear) chart.y.low = 0.0;
  return chart;
}

void add_curve(Chart& chart, const std::string& name, const SizeCurve& curve, Role role) {
  chart.series.push_back({name, role, Mark::kLinePoints, curve.sizes, curve.values, ""});
}

Guide printed(double value, std::string label) {
  return {Guide::Along::kY, value, std::move(label), {}, Role::kPublished};
}

}  // namespace gf::papers::apenet13
