// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fmt/format.h>

#include "papers/report/chart.h"
#include "papers/report/heat_colour.h"
#include "papers/report/plot.h"

namespace gf::papers::report {
namespace {

constexpr double kThumbWidth = 176;
constexpr double kThumbHeight = 104;
constexpr double kThumbMargin = 5;

std::string thumbnail(const Chart& chart, std::string_view key) {
  Plot plot(chart, key);
  plot.place({kThumbMargin, kThumbMargin, kThumbWidth - kThumbMargin, kThumbHeight - kThumbMargin});
  Svg svg(kThumbWidth, kThumbHeight, {});
  plot.draw(svg, fmt::format("thumbnail-clip-{}", key));
  for (const Guide& guide : chart.guides) {
    const std::string css = fmt::format("guide {}", to_text(guide.role));
    const double at =
        guide.along == Guide::Along::kX ? plot.x().at(guide.value) : plot.y().at(guide.value);
    if (guide.along == Guide::Along::kX)
      svg.line({at, kThumbMargin}, {at, kThumbHeight - kThumbMargin}, css);
    else
      svg.line({kThumbMargin, at}, {kThumbWidth - kThumbMargin, at}, css);
  }
  svg.line({kThumbMargin, kThumbHeight - kThumbMargin},
           {kThumbWidth - kThumbMargin, kThumbHeight - kThumbMargin}, "axis");
  svg.line({kThumbMargin, kThumbMargin}, {kThumbMargin, kThumbHeight - kThumbMargin}, "axis");
  return svg.str();
}

std::string thumbnail(const HeatMap& map, std::string_view) {
  Svg svg(kThumbWidth, kThumbHeight, {});
  const double side =
      std::min((kThumbWidth - 2 * kThumbMargin) / static_cast<double>(map.columns.size()),
               (kThumbHeight - 2 * kThumbMargin) / static_cast<double>(map.rows.size()));
  const double left = (kThumbWidth - side * static_cast<double>(map.columns.size())) / 2;
  const HeatColour colour(map);
  for (std::size_t i = 0; i < map.values.size(); ++i) {
    if (!map.values[i]) continue;
    const std::size_t row = i / map.columns.size();
    const double x = left + side * static_cast<double>(i % map.columns.size());
    const double y = kThumbMargin + side * static_cast<double>(row);
    svg.rectangle({x, y}, side, side, "cell", {}, colour.fill(*map.values[i]));
  }
  return svg.str();
}

std::string thumbnail(const StepDiagram& diagram, std::string_view) {
  Svg svg(kThumbWidth, kThumbHeight, {});
  double columns = 1;
  double rows = 1;
  for (const StepDiagram::Node& node : diagram.nodes) {
    columns = std::max(columns, node.x);
    rows = std::max(rows, node.y);
  }
  const auto place = [&](unsigned node) {
    return Point{16 + (kThumbWidth - 32) * diagram.nodes[node].x / columns,
                 24 + (kThumbHeight - 48) * diagram.nodes[node].y / rows};
  };
  // Only the first step is drawn, because several would overlap.
  for (const StepDiagram::Arrow& arrow : diagram.steps.front().arrows)
    svg.line(place(arrow.from), place(arrow.to), arrow.marked ? "arrow marked" : "arrow");
  for (unsigned i = 0; i < diagram.nodes.size(); ++i) {
    const Point at = place(i);
    svg.rectangle({at.x - 7, at.y - 7}, 14, 14, "node", {}, "rx=\"3\"");
  }
  return svg.str();
}

}  // namespace

std::string draw_thumbnail(const Figure& figure, std::string_view key) {
  return std::visit([key](const auto& body) { return thumbnail(body, key); }, figure.body);
}

}  // namespace gf::papers::report
