// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "papers/figure.h"
#include "papers/report/svg.h"

namespace gf::papers::report {

/// Style of a role without its colour: stroke, marker and fill all differ.
bool has_line(Mark mark);
bool has_points(Mark mark);
std::string line_class(Role role, std::string_view colour);  ///< Solid, dashed or dotted.
std::string bar_class(Role role, std::string_view colour);   ///< Filled, hatched or outlined.
/// Returns the fill attribute of a bar: its hatch pattern (hatch_patterns() with the same key), or
/// nothing.
std::string bar_fill(Role role, std::string_view colour, std::string_view key);
/// Simulated: filled circle; analytic: hollow diamond; published: hollow square.
void draw_marker(Svg& svg, Point at, Role role, std::string_view colour);
/// Returns an invisible SVG with the hatch of every analytic bar colour of the chart; empty if
/// none.
std::string hatch_patterns(const Chart& chart, std::string_view key);

}  // namespace gf::papers::report
