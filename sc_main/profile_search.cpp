// SPDX-License-Identifier: Apache-2.0
#include "sc_main/profile_search.h"

#include <algorithm>
#include <fmt/format.h>

namespace gf::app {

ProfileSearch search(const ProfileOptions& options, CommandRuns& runs) {
  std::vector<runs::Request> requests;
  std::vector<std::string> names;
  for (const ProfilePoint& point : options.points) {
    requests.push_back(request_of(options.choice, options.seed, point.settings()));
    names.push_back(fmt::format("{}", fmt::join(point.settings(), ", ")));
  }
  const CommandRuns::Results results = runs.make(requests, names);
  ProfileSearch found;
  found.stored = runs.status().stored;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (results[i]) found.ranked.push_back({options.points[i], *results[i]});
  std::stable_sort(found.ranked.begin(), found.ranked.end(),
                   [](const auto& a, const auto& b) { return a.value("time") < b.value("time"); });
  return found;
}

}  // namespace gf::app
