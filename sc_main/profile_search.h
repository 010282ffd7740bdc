// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "sc_main/profile_cache.h"
#include "sc_main/profile_options.h"

namespace gf::app {

/// A point and what came of it.
struct ProfileResult {
  ProfilePoint point;
  RunResults results;
  [[nodiscard]] double value(const std::string& name) const {
    const auto found = results.find(name);
    return found == results.end() ? 0 : found->second;
  }
};

struct ProfileSearch {
  std::vector<ProfileResult> ranked;  ///< By time; of equal ones the first of the lists first.
  std::size_t cached = 0;             ///< Of them, from earlier calls.
};

/// Runs the points that the cache has not. Fewer results when interrupted. Throws UserError with a
/// point's message when one ends with another code than 0.
ProfileSearch search(const ProfileOptions& options, const std::function<bool()>& interrupted,
                     const std::function<void(std::size_t done, std::size_t all)>& progress);

}  // namespace gf::app
