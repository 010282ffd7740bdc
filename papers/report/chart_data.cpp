// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "core/text/json.h"
#include "papers/report/chart.h"
#include "papers/report/plot.h"

namespace gf::papers::report {
namespace {

using Json = nlohmann::ordered_json;

/// More digits would only make the page larger.
Json numbers(const std::vector<double>& values) {
  Json out = Json::array();
  for (double value : values) out.push_back(std::stod(fmt::format("{:.6g}", value)));
  return out;
}

Json axis_data(const Axis& axis, const AxisMap& map) {
  static constexpr int kBases[] = {0, 2, 10};
  return {{"title", axis_title(axis)},
          {"unit", axis.unit},
          {"log", kBases[static_cast<int>(axis.scale)]},
          {"low", map.low()},
          {"high", map.high()},
          {"categories", axis.categories}};
}

Json series_data(const Series& series, const std::string& colour) {
  static constexpr const char* kMarks[] = {"line", "points", "line-points",
                                           "bars", "bins",   "steps"};
  return {{"name", series.name},
          {"role", to_text(series.role)},
          {"mark", kMarks[static_cast<int>(series.mark)]},
          {"colour", colour},
          {"x", numbers(series.x)},
          {"y", numbers(series.y)}};
}

Json guide_data(const Guide& guide) {
  return {{"along", guide.along == Guide::Along::kX ? "x" : "y"},
          {"value", guide.value},
          {"tag", tag_of(guide)},
          {"role", to_text(guide.role)}};
}

}  // namespace

const std::string& tag_of(const Guide& guide) {
  return guide.tag.empty() ? guide.label : guide.tag;
}

std::string chart_json(const Chart& chart) {
  const Plot plot(chart, {});
  const std::vector<std::string> colours = colour_classes(chart.series);
  Json series = Json::array();
  for (std::size_t i = 0; i < chart.series.size(); ++i)
    series.push_back(series_data(chart.series[i], colours[i]));
  Json guides = Json::array();
  for (const Guide& guide : chart.guides) guides.push_back(guide_data(guide));
  const Json json = {{"x", axis_data(chart.x, plot.x())},
                     {"y", axis_data(chart.y, plot.y())},
                     {"series", series},
                     {"guides", guides}};
  return core::json_text(json);
}

std::string points_text(const Chart& chart) {
  std::size_t fewest = 0;
  std::size_t most = 0;
  for (const Series& series : chart.series) {
    const bool is_curve = series.mark == Mark::kLine || series.mark == Mark::kLinePoints;
    if (series.role != Role::kSimulated || !is_curve) continue;
    fewest = most == 0 ? series.y.size() : std::min(fewest, series.y.size());
    most = std::max(most, series.y.size());
  }
  if (most == 0) return {};
  const char* unit = most == 1 ? "point" : "points";
  return fewest == most ? fmt::format("{} {}", most, unit)
                        : fmt::format("{} to {} {} per curve", fewest, most, unit);
}

}  // namespace gf::papers::report
