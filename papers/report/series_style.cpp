// SPDX-License-Identifier: Apache-2.0
#include "papers/report/series_style.h"

#include <fmt/format.h>
#include <set>

#include "papers/report/chart.h"

namespace gf::papers::report {
namespace {

constexpr double kRadius = 3.6;

bool hatched(const Series& series) {
  const bool bar = series.mark == Mark::kBars || series.mark == Mark::kHistogram;
  return bar && series.role == Role::kAnalytic;
}

}  // namespace

bool has_line(Mark mark) {
  return mark == Mark::kLine || mark == Mark::kLinePoints || mark == Mark::kSteps;
}

bool has_points(Mark mark) { return mark == Mark::kPoints || mark == Mark::kLinePoints; }

std::string line_class(Role role, std::string_view colour) {
  return fmt::format("line {} {}", to_text(role), colour);
}

std::string bar_class(Role role, std::string_view colour) {
  return fmt::format("bar {} {}", to_text(role), colour);
}

std::string bar_fill(Role role, std::string_view colour, std::string_view key) {
  return role == Role::kAnalytic ? fmt::format("fill=\"url(#hatch-{}-{})\"", key, colour) : "";
}

void draw_marker(Svg& svg, Point at, Role role, std::string_view colour) {
  const std::string css = fmt::format("marker {} {}", to_text(role), colour);
  const double r = kRadius;
  switch (role) {
    case Role::kSimulated:
      svg.circle(at, r, css);
      break;
    case Role::kAnalytic:
      svg.polygon(
          {{at.x, at.y - r - 1}, {at.x + r + 1, at.y}, {at.x, at.y + r + 1}, {at.x - r - 1, at.y}},
          css);
      break;
    case Role::kPublished:
      svg.rectangle({at.x - r, at.y - r}, 2 * r, 2 * r, css);
      break;
  }
}

std::string hatch_patterns(const Chart& chart, std::string_view key) {
  const std::vector<std::string> colours = colour_classes(chart.series);
  std::set<std::string> needed;
  for (std::size_t i = 0; i < chart.series.size(); ++i)
    if (hatched(chart.series[i])) needed.insert(colours[i]);
  if (needed.empty()) return {};
  std::string out = "<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>";
  for (const std::string& colour : needed)
    out += fmt::format(
        "<pattern id=\"hatch-{}-{}\" class=\"{}\" width=\"6\" height=\"6\" "
        "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
        "<rect class=\"paper\" width=\"6\" height=\"6\"/>"
        "<rect width=\"2.4\" height=\"6\" fill=\"currentColor\"/></pattern>",
        key, colour, colour);
  return out + "</defs></svg>\n";
}

}  // namespace gf::papers::report
