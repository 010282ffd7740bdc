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

std::string draw_chart(const Chart& chart, std::string_view title, std::string_view key);
std::string draw_heat_map(const HeatMap& map, std::string_view title);
std::string draw_step_diagram(const StepDiagram& diagram, std::string_view title);

/// CSS class of each series' colour, "c0" ... "c6"; series of one group share it.
std::vector<std::string> colour_classes(const std::vector<Series>& series);
/// The legend of a chart: a swatch drawn as the series is drawn, its name, its role.
std::string legend(const Chart& chart, std::string_view key);

}  // namespace gf::papers::report
