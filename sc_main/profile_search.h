// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sc_main/command_runs.h"
#include "sc_main/profile_options.h"

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
  std::size_t stored = 0;             ///< Number of `ranked` that come from earlier calls.
};

/// Runs the points. Fewer results when interrupted. Throws UserError with a point's message when
/// one fails.
ProfileSearch search(const ProfileOptions& options, CommandRuns& runs);

}  // namespace gf::app
