// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "papers/isca21_proact/proact_app_runs.h"

namespace gf::papers::isca21 {

/// Decoupled transfers that the profiler tries: four at the quick size, Table II's own two of
/// 16 KiB and 128 KiB among them; at the large one all three of its chunk sizes with polling, and
/// two with child kernels.
std::vector<Transfer> decoupled_grid(Size size);

/// A decoupled transfer that was tried, and its time in seconds.
using Tried = std::pair<Transfer, double>;

/// What the brute-force search found for an application on a machine ([PROACT21], III-B).
struct Found {
  Transfer decoupled;         ///< The fastest of the grid; the first of several.
  double decoupled_time = 0;  ///< Seconds.
  double inline_time = 0;
  double cdp_time = 0;      ///< Time of the fastest with child kernels.
  double polling_time = 0;  ///< Time of the fastest with polling.

  [[nodiscard]] bool is_inline() const { return inline_time < decoupled_time; }
  [[nodiscard]] double time() const { return is_inline() ? inline_time : decoupled_time; }
  [[nodiscard]] std::string text() const { return is_inline() ? "I" : decoupled.text(); }
};
/// `tried` holds both mechanisms.
Found fastest(const std::vector<Tried>& tried, double inline_time);

/// The runs of that search.
class Profile {
 public:
  Profile(const AppRuns& runs, const std::string& system, const App& app);
  [[nodiscard]] Found found() const;

 private:
  std::vector<std::pair<Transfer, runs::Run>> decoupled_;
  runs::Run inline_;
};

/// Profiles of all applications on all machines: [machine][application].
std::vector<std::vector<Profile>> profiles(const AppRuns& runs);
std::vector<std::vector<Found>> found_of(const std::vector<std::vector<Profile>>& profiles);

}  // namespace gf::papers::isca21
