// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "papers/figure.h"

namespace gf::papers::report {

/// Returns the figure without text, 176 x 104. The figure must have no defect_of(). `key` is unique
/// in the page; it names clip paths, and hatch patterns (hatch_patterns() with the same key).
std::string draw_thumbnail(const Figure& figure, std::string_view key);

std::string draw_heat_map(const HeatMap& map, std::string_view title);
std::string draw_step_diagram(const StepDiagram& diagram, std::string_view title);

/// Returns the text next to a guide's line: its tag, or its label if it has none.
const std::string& tag_of(const Guide& guide);

/// Returns the JSON from which the page's script draws the chart: axes with their ends, series with
/// six significant digits, guides. It contains no character that could end a script element.
std::string chart_json(const Chart& chart);

/// Returns the number of points of the simulated curves: "9 points", "4 to 9 points a curve"; empty
/// if there are none.
std::string points_text(const Chart& chart);

/// Returns the CSS class of each series' colour, "c0" ... "c6"; series of one group share it.
std::vector<std::string> colour_classes(const std::vector<Series>& series);
/// Returns the legend of a chart: for each series a swatch in its style, its name and its role;
/// then the guides whose labels are not next to their lines.
std::string legend(const Chart& chart, std::string_view key);

}  // namespace gf::papers::report
