// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "sc_main/many/command_runs.h"

namespace gf::app {

/// Results at one load.
struct CurvePoint {
  double load = 0;
  runs::Result result;
  /// Returns 0 for a result that the platform does not have.
  [[nodiscard]] double value(const std::string& name) const {
    return result.has(name) ? result.value(name) : 0;
  }
  [[nodiscard]] bool stable() const { return value("stable") != 0; }
};

/// Points by load. They are sorted, so neither -j nor the order of probing is visible.
using Curve = std::map<double, CurvePoint>;

/// Adds the points of `request` at `loads`; fewer if interrupted. Throws UserError with a run's
/// message if it ends with a code other than 0 or 3 (no steady state).
void add_points(Curve& curve, const runs::Request& request, const std::vector<double>& loads,
                CommandRuns& runs);

}  // namespace gf::app
