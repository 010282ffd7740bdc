// SPDX-License-Identifier: Apache-2.0
#include "sc_main/many/profile_search.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace gf::app {

namespace {

/// Returns the middle point of each mechanism in the lists, which is the only one for a mechanism
/// without chunks.
std::vector<std::size_t> pilots_of(const std::vector<ProfilePoint>& points) {
  std::vector<std::size_t> pilots;
  for (std::size_t first = 0; first < points.size();) {
    std::size_t end = first;
    while (end < points.size() && points[end].mechanism == points[first].mechanism) ++end;
    pilots.push_back(first + (end - first) / 2);
    first = end;
  }
  return pilots;
}

std::vector<std::size_t> others_of(const std::vector<ProfilePoint>& points,
                                   const std::vector<std::size_t>& pilots) {
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!std::binary_search(pilots.begin(), pilots.end(), i)) others.push_back(i);
  return others;
}

/// The runs of a search, ended or stopped.
class Searched {
 public:
  Searched(const ProfileOptions& options, CommandRuns& runs) : options_(options), runs_(runs) {}

  /// Runs the points. `limit` is in seconds; 0: none.
  void run(const std::vector<std::size_t>& points, double limit) {
    std::vector<runs::Request> requests;
    std::vector<std::string> names;
    for (const std::size_t i : points) {
      const std::vector<std::string> settings = options_.points[i].settings();
      requests.push_back(request_of(options_.choice, options_.seed, settings));
      if (limit > 0)
        requests.back().options = {"--stop-at", fmt::format("{:.0f} fs", limit * 1e15)};
      names.push_back(fmt::format("{}", fmt::join(settings, ", ")));
    }
    const CommandRuns::Results results = runs_.make(requests, names);
    for (std::size_t n = 0; n < results.size(); ++n)
      if (results[n]) results_.emplace(points[n], *results[n]);
  }

  [[nodiscard]] std::optional<double> fastest() const {
    std::optional<double> best;
    for (const auto& [point, result] : results_)
      best = std::min(best.value_or(result.value("time")), result.value("time"));
    return best;
  }

  /// Sorts the results. A run that ended has all phases; a stopped one does not.
  [[nodiscard]] ProfileSearch sorted() const {
    double phases = 0;
    for (const auto& [point, result] : results_) phases = std::max(phases, result.value("phases"));
    ProfileSearch found;
    for (const auto& [point, result] : results_)
      if (result.value("phases") < phases)
        found.stopped.push_back(options_.points[point]);
      else
        found.ranked.push_back({options_.points[point], result});
    std::stable_sort(found.ranked.begin(), found.ranked.end(), [](const auto& a, const auto& b) {
      return a.value("time") < b.value("time");
    });
    return found;
  }

 private:
  const ProfileOptions& options_;
  CommandRuns& runs_;
  std::map<std::size_t, runs::Result> results_;  ///< By position in the lists.
};

}  // namespace

ProfileSearch search(const ProfileOptions& options, CommandRuns& runs) {
  const bool whole = options.whole || options.pool.dry_run;  // A plan has all points at once.
  const std::vector<std::size_t> pilots =
      whole ? std::vector<std::size_t>() : pilots_of(options.points);
  Searched searched(options, runs);
  if (!pilots.empty()) searched.run(pilots, 0);  // a dry run of no pilots would end with no plan
  double limit = 0;
  if (const auto fastest = searched.fastest()) limit = *fastest * (1 + options.within / 100);
  if (whole || (limit > 0 && !runs.interrupted()))
    searched.run(others_of(options.points, pilots), limit);
  ProfileSearch found = searched.sorted();
  found.limit = limit;
  found.stored = runs.status().stored;
  return found;
}

}  // namespace gf::app
