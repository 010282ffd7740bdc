// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fmt/format.h>

#include "papers/report/chart.h"
#include "papers/report/series_style.h"
#include "papers/report/svg.h"

namespace gf::papers::report {
namespace {

constexpr std::size_t kColours = 7;
constexpr double kSwatchWidth = 30;
constexpr double kSwatchHeight = 14;

std::string swatch(const Series& series, const std::string& colour, std::string_view key) {
  Svg svg(kSwatchWidth, kSwatchHeight, to_text(series.role));
  const Point middle{kSwatchWidth / 2, kSwatchHeight / 2};
  const bool filled = series.mark == Mark::kBars || series.mark == Mark::kHistogram;
  if (filled)
    svg.rectangle({7, 2}, 16, 10, bar_class(series.role, colour), {},
                  bar_fill(series.role, colour, key));
  if (has_line(series.mark))
    svg.line({1, middle.y}, {kSwatchWidth - 1, middle.y}, line_class(series.role, colour));
  if (has_points(series.mark)) draw_marker(svg, middle, series.role, colour);
  return svg.str();
}

std::string guide_item(const Guide& guide) {
  Svg svg(kSwatchWidth, kSwatchHeight, "guide");
  svg.line({1, kSwatchHeight / 2}, {kSwatchWidth - 1, kSwatchHeight / 2},
           fmt::format("guide {}", to_text(guide.role)));
  return fmt::format("<li class=\"guide-item\">{}<span><b>{}</b> {}</span></li>", svg.str(),
                     escape(guide.tag), escape(guide.label));
}

}  // namespace

std::vector<std::string> colour_classes(const std::vector<Series>& series) {
  std::vector<std::string> groups;
  std::vector<std::string> classes;
  for (const Series& s : series) {
    // A measured series and the closed form that it is compared with share a group, hence a colour:
    // only stroke and marker distinguish them.
    const std::string& group = s.group.empty() ? s.name : s.group;
    auto found = std::find(groups.begin(), groups.end(), group);
    if (found == groups.end()) found = groups.insert(groups.end(), group);
    classes.push_back(fmt::format("c{}", (found - groups.begin()) % kColours));
  }
  return classes;
}

std::string legend(const Chart& chart, std::string_view key) {
  const std::vector<std::string> colours = colour_classes(chart.series);
  std::string out = "<ul class=\"legend\">";
  for (std::size_t i = 0; i < chart.series.size(); ++i)
    out +=
        fmt::format("<li data-series=\"{}\">{}<span>{} <span class=\"role\">{}</span></span></li>",
                    i, swatch(chart.series[i], colours[i], key), escape(chart.series[i].name),
                    to_text(chart.series[i].role));
  for (const Guide& guide : chart.guides)
    if (!guide.tag.empty()) out += guide_item(guide);
  return out + "</ul>\n";
}

}  // namespace gf::papers::report
