// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sc_main/many/command_runs.h"
#include "sc_main/many/profile_lists.h"

namespace gf::app {

/// The command line of `gpufabric profile`.
struct ProfileOptions {
  PlatformChoice choice;
  std::uint64_t seed = 1;  ///< Used for all points.
  PoolCommandOptions pool;
  std::vector<ProfilePoint> points;  ///< In the order of the lists.
  std::filesystem::path out;         ///< File for the best configuration; empty: none.
  /// A point is stopped when it takes this many per cent longer than the fastest pilot.
  double within = 10;
  bool whole = false;  ///< Stops no point.
  unsigned rows = 20;
  bool csv = false;
  bool json = false;
  bool quiet = false;
  std::vector<core::ParamRow> params;  ///< In force for all points, except those they set.
};

/// A point and its result.
struct ProfileResult {
  ProfilePoint point;
  runs::Result result;
  [[nodiscard]] double value(const std::string& name) const {
    return result.has(name) ? result.value(name) : 0;
  }
};

struct ProfileSearch {
  std::vector<ProfileResult> ranked;  ///< By time; ties in the order of the lists.
  std::vector<ProfilePoint> stopped;  ///< Took longer than `limit`; in the order of the lists.
  double limit = 0;                   ///< Seconds; 0: no limit.
  std::size_t stored = 0;             ///< Points that earlier calls have made.
};

/// Runs the points. Some pilots run to their end first. Each other point is stopped when it takes
/// `options.within` longer than the fastest pilot. Simulated time only grows, so a stopped point is
/// slower than that limit, and the first of `ranked` is the fastest of all points. The points alone
/// determine which of them are stopped, not the runs active at the same time. Returns fewer results
/// if interrupted. Throws UserError with a point's message if one fails.
ProfileSearch search(const ProfileOptions& options, CommandRuns& runs);

}  // namespace gf::app
