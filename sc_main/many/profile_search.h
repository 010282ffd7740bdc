// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sc_main/many/command_runs.h"
#include "sc_main/many/profile_options.h"

namespace gf::app {

/// A point and what came of it.
struct ProfileResult {
  ProfilePoint point;
  runs::Result result;
  [[nodiscard]] double value(const std::string& name) const {
    return result.has(name) ? result.value(name) : 0;
  }
};

struct ProfileSearch {
  std::vector<ProfileResult> ranked;  ///< By time; of equal ones the first of the lists first.
  std::vector<ProfilePoint> stopped;  ///< Take longer than `limit`, in the order of the lists.
  double limit = 0;                   ///< Seconds; 0: no point was to be stopped.
  std::size_t stored = 0;             ///< Points that come from earlier calls.
};

/// Runs the points: first some pilots to their end, then the others until they have taken
/// `options.within` longer than the fastest of these. Simulated time only grows, so a point that is
/// stopped is slower than that, and the first of `ranked` is the fastest of all points. Which are
/// stopped depends on the points alone, not on what ran at the same time. Fewer results when
/// interrupted. Throws UserError with a point's message when one fails.
ProfileSearch search(const ProfileOptions& options, CommandRuns& runs);

}  // namespace gf::app
