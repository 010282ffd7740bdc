// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "papers/figure.h"

namespace gf::papers::report {

/// The figure as inline SVG with its legend (HTML), without title and caption. `key` is unique in
/// the page; it names clip paths and hatch patterns. The figure must have no defect_of().
std::string draw(const Figure& figure, std::string_view key);

/// The figure without any text, 176 x 104. It uses the hatch patterns that draw() of the same key
/// leaves in the page.
std::string draw_thumbnail(const Figure& figure, std::string_view key);

std::string draw_chart(const Chart& chart, std::string_view title, std::string_view key);
std::string draw_heat_map(const HeatMap& map, std::string_view title);
std::string draw_step_diagram(const StepDiagram& diagram, std::string_view title);

/// What stands beside a guide's line: its tag, or its label when it has none.
const std::string& tag_of(const Guide& guide);

/// What the page's script draws the chart from: axes with their ends, series in six significant
/// digits, guides. No character of it can end a script element.
std::string chart_json(const Chart& chart);

/// How many points the simulated curves have: "9 points", "4 to 9 points a curve"; empty without.
std::string points_text(const Chart& chart);

/// CSS class of each series' colour, "c0" ... "c6"; series of one group share it.
std::vector<std::string> colour_classes(const std::vector<Series>& series);
/// The legend of a chart: a swatch drawn as the series is drawn, its name, its role; then the
/// guides whose labels do not stand beside their lines.
std::string legend(const Chart& chart, std::string_view key);

}  // namespace gf::papers::report
