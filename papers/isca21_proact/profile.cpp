// SPDX-License-Identifier: Apache-2.0
#include "papers/isca21_proact/profile.h"

#include <algorithm>
#include <limits>

namespace gf::papers::isca21 {

std::vector<Transfer> decoupled_grid(Size size) {
  if (size == Size::kQuick)
    return {{"polling", "16 KiB", 2048},
            {"polling", "128 KiB", 256},
            {"polling", "128 KiB", 2048},
            {"cdp", "16 KiB", 256}};
  return {{"polling", "16 KiB", 2048},
          {"polling", "128 KiB", 2048},
          {"polling", "1 MiB", 4096},
          {"cdp", "16 KiB", 256},
          {"cdp", "128 KiB", 256}};
}

Found fastest(const std::vector<Tried>& tried, double inline_time) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  Found found{{}, kNever, inline_time, kNever, kNever};
  for (const auto& [transfer, time] : tried) {
    double& of_agent = transfer.mechanism == "cdp" ? found.cdp_time : found.polling_time;
    of_agent = std::min(of_agent, time);
    if (time >= found.decoupled_time) continue;
    found.decoupled = transfer;
    found.decoupled_time = time;
  }
  return found;
}

Profile::Profile(const ProactAppRuns& runs, const std::string& system, const App& app)
    : inline_(runs.run(system, app, kInline)) {
  for (const Transfer& transfer : decoupled_grid(runs.size()))
    decoupled_.emplace_back(transfer, runs.run(system, app, transfer));
}

Found Profile::found() const {
  std::vector<Tried> tried;
  for (const auto& [transfer, run] : decoupled_) tried.emplace_back(transfer, seconds(run));
  return fastest(tried, seconds(inline_));
}

std::vector<std::vector<Profile>> profiles(const ProactAppRuns& runs) {
  std::vector<std::vector<Profile>> all(systems().size());
  for (std::size_t m = 0; m < systems().size(); ++m)
    for (const App& app : apps()) all[m].emplace_back(runs, systems()[m].name, app);
  return all;
}

std::vector<std::vector<Found>> found_of(const std::vector<std::vector<Profile>>& profiles) {
  std::vector<std::vector<Found>> all(profiles.size());
  for (std::size_t m = 0; m < profiles.size(); ++m)
    for (const Profile& profile : profiles[m]) all[m].push_back(profile.found());
  return all;
}

}  // namespace gf::papers::isca21
