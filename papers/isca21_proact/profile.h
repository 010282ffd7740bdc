// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "papers/isca21_proact/proact_app_runs.h"

namespace gf::papers::isca21 {

/// Returns the decoupled transfers that the profiler tries. At the quick size these are four,
/// including Table II's own two of 16 KiB and 128 KiB. At the large size these are all three of its
/// chunk sizes with polling, and two with child kernels.
std::vector<Transfer> decoupled_grid(Size size);

/// A decoupled transfer that was tried, with its time in seconds.
using Tried = std::pair<Transfer, double>;

/// Result of the brute-force search for an application on a machine ([PROACT21], III-B).
struct Found {
  Transfer decoupled;         ///< The fastest of the grid; of several, the first.
  double decoupled_time = 0;  ///< Seconds.
  double inline_time = 0;
  double cdp_time = 0;      ///< Time of the fastest with child kernels.
  double polling_time = 0;  ///< Time of the fastest with polling.

  [[nodiscard]] bool is_inline() const { return inline_time < decoupled_time; }
  [[nodiscard]] double time() const { return is_inline() ? inline_time : decoupled_time; }
  [[nodiscard]] std::string text() const { return is_inline() ? "I" : decoupled.text(); }
};
/// Precondition: `tried` contains both mechanisms.
Found fastest(const std::vector<Tried>& tried, double inline_time);

/// The runs of that search.
class Profile {
 public:
  Profile(const ProactAppRuns& runs, const std::string& system, const App& app);
  [[nodiscard]] Found found() const;

 private:
  std::vector<std::pair<Transfer, runs::Run>> decoupled_;
  runs::Run inline_;
};

/// Profiles of all applications on all machines: [machine][application].
std::vector<std::vector<Profile>> profiles(const ProactAppRuns& runs);
std::vector<std::vector<Found>> found_of(const std::vector<std::vector<Profile>>& profiles);

}  // namespace gf::papers::isca21
