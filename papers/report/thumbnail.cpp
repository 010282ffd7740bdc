// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fmt/format.h>

#include "papers/report/chart.h"
#include "papers/report/heat_colour.h"
#include "papers/report/plot.h"

namespace gf::papers::report {
namespace {

constexpr double kWidth = 176;
constexpr double kHeight = 104;
constexpr double kMargin = 5;

std::string thumbnail(const Chart& chart, std::string_view key) {
  Plot plot(chart, key, Plot::Size::kThumbnail);
  plot.place({kMargin, kMargin, kWidth - kMargin, kHeight - kMargin});
  Svg svg(kWidth, kHeight, {});
  plot.draw(svg, fmt::format("thumbnail-clip-{}", key));
  for (const Guide& guide : chart.guides) {
    const std::string css = fmt::format("guide {}", to_text(guide.role));
    const double at =
        guide.along == Guide::Along::kX ? plot.x().at(guide.value) : plot.y().at(guide.value);
    if (guide.along == Guide::Along::kX)
      svg.line({at, kMargin}, {at, kHeight - kMargin}, css);
    else
      svg.line({kMargin, at}, {kWidth - kMargin, at}, css);
  }
  svg.line({kMargin, kHeight - kMargin}, {kWidth - kMargin, kHeight - kMargin}, "axis");
  svg.line({kMargin, kMargin}, {kMargin, kHeight - kMargin}, "axis");
  return svg.str();
}

std::string thumbnail(const HeatMap& map, std::string_view) {
  Svg svg(kWidth, kHeight, {});
  const double side = std::min((kWidth - 2 * kMargin) / static_cast<double>(map.columns.size()),
                               (kHeight - 2 * kMargin) / static_cast<double>(map.rows.size()));
  const double left = (kWidth - side * static_cast<double>(map.columns.size())) / 2;
  const HeatColour colour(map);
  for (std::size_t i = 0; i < map.values.size(); ++i) {
    if (!map.values[i]) continue;
    const double column = static_cast<double>(i % map.columns.size());
    const double row = static_cast<double>(i / map.columns.size());
    svg.rectangle({left + side * column, kMargin + side * row}, side, side, "cell", {},
                  colour.fill(*map.values[i]));
  }
  return svg.str();
}

std::string thumbnail(const StepDiagram& diagram, std::string_view) {
  Svg svg(kWidth, kHeight, {});
  double columns = 1;
  double rows = 1;
  for (const StepDiagram::Node& node : diagram.nodes) {
    columns = std::max(columns, node.x);
    rows = std::max(rows, node.y);
  }
  const auto place = [&](unsigned node) {
    return Point{16 + (kWidth - 32) * diagram.nodes[node].x / columns,
                 24 + (kHeight - 48) * diagram.nodes[node].y / rows};
  };
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
