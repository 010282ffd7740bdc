// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "papers/isca21_proact/app_runs.h"

namespace gf::papers::isca21 {

/// Decoupled transfers that the profiler tries: four in the quick set, Table II's own two of
/// 16 KiB and 128 KiB among them; with --full all three of its chunk sizes with polling, and two
/// with child kernels.
std::vector<Transfer> decoupled_grid(const ExperimentContext& context);

/// What the brute-force search found for an application on a machine ([PROACT21], III-B).
struct Profile {
  Transfer decoupled;         ///< The fastest of the grid; the first of several.
  double decoupled_time = 0;  ///< Seconds.
  double inline_time = 0;

  [[nodiscard]] bool is_inline() const { return inline_time < decoupled_time; }
  [[nodiscard]] double time() const { return is_inline() ? inline_time : decoupled_time; }
  [[nodiscard]] std::string text() const { return is_inline() ? "I" : decoupled.text(); }
};
Profile profile(const AppRuns& runs, const std::string& system, const App& app);

/// Runs that profiles of all applications on all machines take.
unsigned profile_runs(const ExperimentContext& context);

}  // namespace gf::papers::isca21
