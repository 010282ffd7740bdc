// SPDX-License-Identifier: Apache-2.0
#include "papers/report/chart.h"

namespace gf::papers::report {

std::string draw(const Figure& figure, std::string_view key) {
  if (const auto* chart = std::get_if<Chart>(&figure.body))
    return draw_chart(*chart, figure.title, key) + legend(*chart, key);
  if (const auto* map = std::get_if<HeatMap>(&figure.body))
    return draw_heat_map(*map, figure.title);
  return draw_step_diagram(std::get<StepDiagram>(figure.body), figure.title);
}

}  // namespace gf::papers::report
