// SPDX-License-Identifier: Apache-2.0
#include "sc_main/many/curve_points.h"

#include <fmt/format.h>

namespace gf::app {

void add_points(Curve& curve, const runs::Request& request, const std::vector<double>& loads,
                CommandRuns& runs) {
  std::vector<runs::Request> requests;
  std::vector<std::string> names;
  for (const double load : loads) {
    requests.push_back(request);
    requests.back().settings.push_back(fmt::format("load={:.9g}", load));
    names.push_back(fmt::format("load {:.6g}", load));
  }
  const CommandRuns::Results results = runs.make(requests, names);
  for (std::size_t i = 0; i < loads.size(); ++i)
    if (results[i]) curve.insert_or_assign(loads[i], CurvePoint{loads[i], *results[i]});
}

}  // namespace gf::app
