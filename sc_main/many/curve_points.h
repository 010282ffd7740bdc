// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "sc_main/many/command_runs.h"
#include "sc_main/many/curve_options.h"

namespace gf::app {

/// Results of one load.
struct CurvePoint {
  double load = 0;
  runs::Result result;
  /// 0 for a result that the platform does not have.
  [[nodiscard]] double value(const std::string& name) const {
    return result.has(name) ? result.value(name) : 0;
  }
  [[nodiscard]] bool stable() const { return value("stable") != 0; }
};

/// Points by their load; kept sorted, so that neither -j nor the order of probing shows.
using Curve = std::map<double, CurvePoint>;

/// Adds the points at `loads`; fewer when interrupted. Throws UserError with a run's message when
/// it ends with another code than 0 or 3 (no steady state).
void add_points(Curve& curve, const CurveOptions& options, const std::vector<double>& loads,
                CommandRuns& runs);

}  // namespace gf::app
