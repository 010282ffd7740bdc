// SPDX-License-Identifier: Apache-2.0
#include "papers/figure.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace gf::papers {
namespace {

std::string defect(const Series& series, const Chart& chart) {
  const std::size_t expected = series.y.size() + (series.mark == Mark::kHistogram ? 1 : 0);
  if (series.y.empty()) return fmt::format("series {}: no points", series.name);
  if (series.x.size() != expected)
    return fmt::format("series {}: {} x for {} y", series.name, series.x.size(), series.y.size());
  const auto bad = [](double v) { return !std::isfinite(v); };
  if (std::any_of(series.x.begin(), series.x.end(), bad) ||
      std::any_of(series.y.begin(), series.y.end(), bad))
    return fmt::format("series {}: a value is not finite", series.name);
  if (series.mark == Mark::kBars && chart.x.categories.empty())
    return fmt::format("series {}: bars without categories", series.name);
  return {};
}

std::string defect(const Chart& chart) {
  if (chart.series.empty()) return "no series";
  if (chart.x.label.empty() || chart.y.label.empty()) return "an axis without a label";
  for (const Series& series : chart.series) {
    std::string found = defect(series, chart);
    if (!found.empty()) return found;
  }
  return {};
}

std::string defect(const HeatMap& map) {
  if (map.rows.empty() || map.columns.empty()) return "no rows or no columns";
  if (map.values.size() == map.rows.size() * map.columns.size()) return {};
  return fmt::format("{} values for {} x {}", map.values.size(), map.rows.size(),
                     map.columns.size());
}

std::string defect(const StepDiagram& diagram) {
  if (diagram.steps.empty()) return "no steps";
  for (const StepDiagram::Step& step : diagram.steps)
    for (const StepDiagram::Arrow& arrow : step.arrows)
      if (std::max(arrow.from, arrow.to) >= diagram.nodes.size())
        return fmt::format("{}: arrow {} -> {} between {} nodes", step.title, arrow.from, arrow.to,
                           diagram.nodes.size());
  return {};
}

}  // namespace

std::string_view to_text(Role role) {
  switch (role) {
    case Role::kSimulated:
      return "simulated";
    case Role::kAnalytic:
      return "analytic";
    case Role::kPublished:
      break;
  }
  return "published";
}

std::vector<StepDiagram::Node> two_rows_of_four() {
  std::vector<StepDiagram::Node> nodes;
  for (unsigned i = 0; i < 8; ++i) {
    const unsigned row = i / 4;
    nodes.push_back({std::to_string(i), static_cast<double>(i % 4), static_cast<double>(row)});
  }
  return nodes;
}

Series sorted_curve(std::string name, Role role, std::vector<double> values, std::size_t points) {
  std::sort(values.begin(), values.end());
  Series series{std::move(name), role, Mark::kLine, {}, {}, {}};
  if (values.empty()) return series;
  const std::size_t last = values.size() - 1;
  const std::size_t kept = std::min(last, std::max<std::size_t>(points, 2) - 1);
  for (std::size_t i = 0; i <= kept; ++i) {
    // Multiplied before divided, so that the last point is exactly the largest value.
    const std::size_t rank = kept == 0 ? 0 : i * last / kept;
    series.x.push_back(last == 0 ? 0 : 100.0 * static_cast<double>(rank) / last);
    series.y.push_back(values[rank]);
  }
  return series;
}

Series histogram(std::string name, Role role, const std::vector<double>& values, double low,
                 double high, unsigned bins) {
  Series series{std::move(name), role, Mark::kHistogram, {}, std::vector<double>(bins, 0.0), {}};
  const double width = (high - low) / bins;
  for (unsigned i = 0; i <= bins; ++i) series.x.push_back(low + i * width);
  for (double value : values) {
    const double bin = std::floor((value - low) / width);
    ++series.y[static_cast<std::size_t>(std::clamp(bin, 0.0, bins - 1.0))];
  }
  return series;
}

std::string defect_of(const Figure& figure) {
  if (figure.id.empty() || figure.title.empty()) return "a figure without id or title";
  std::string found = std::visit([](const auto& body) { return defect(body); }, figure.body);
  return found.empty() ? found : "figure " + figure.id + ": " + found;
}

}  // namespace gf::papers
