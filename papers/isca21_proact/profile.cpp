// SPDX-License-Identifier: Apache-2.0
#include "papers/isca21_proact/profile.h"

namespace gf::papers::isca21 {

std::vector<Transfer> decoupled_grid(const ExperimentContext& context) {
  if (!context.full) {
    return {{"polling", "16 KiB", 2048},
            {"polling", "128 KiB", 256},
            {"polling", "128 KiB", 2048},
            {"cdp", "16 KiB", 256}};
  }
  return {{"polling", "16 KiB", 2048},
          {"polling", "128 KiB", 2048},
          {"polling", "1 MiB", 4096},
          {"cdp", "16 KiB", 256},
          {"cdp", "128 KiB", 256}};
}

Profile profile(const AppRuns& runs, const std::string& system, const App& app) {
  Profile found;
  for (const Transfer& transfer : decoupled_grid(runs.context())) {
    const double time = runs.time(system, app, transfer);
    if (found.decoupled_time != 0 && time >= found.decoupled_time) continue;
    found.decoupled = transfer;
    found.decoupled_time = time;
  }
  found.inline_time = runs.time(system, app, kInline);
  return found;
}

unsigned profile_runs(const ExperimentContext& context) {
  return static_cast<unsigned>((decoupled_grid(context).size() + 1) * apps().size() *
                               systems().size());
}

}  // namespace gf::papers::isca21
