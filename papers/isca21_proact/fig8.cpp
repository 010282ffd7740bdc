// SPDX-License-Identifier: Apache-2.0
// Figs. 8 and 9: what tracking in software costs, and how much of the transfer time it hides.
#include <algorithm>
#include <fmt/format.h>

#include "papers/isca21_proact/app_bars.h"
#include "papers/isca21_proact/proact_experiments.h"
#include "papers/isca21_proact/profile.h"

namespace gf::papers::isca21 {
namespace {

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

constexpr std::size_t kPageRank = 2;  // in apps()
const Words kNoAgents = {"elide=transfers"};
const Words kNoStores = {"elide=stores"};

/// By what the chosen tracking costs without stores to peers, over infinite bandwidth: percent.
double slowdown(const AppRuns& runs, const System& system, const App& app, const Words& elided) {
  const Transfer chosen = profile(runs, system.name, app).decoupled;
  const double limit = runs.time(system.name, app, kInfinite);
  return 100 * (runs.time(system.name, app, chosen, elided) / limit - 1);
}

}  // namespace

ExperimentResult overhead(const ExperimentContext& context) {
  ExperimentResult result;
  const AppRuns runs(context, result, profile_runs(context) + 30);
  AppBars bars("slowdown", "%", AppBars::Mean::kArithmetic);
  const std::string id = "proact.fig8.";
  std::vector<double> all;
  double pagerank = 0;
  double most = 0;
  for (const System& system : systems()) {
    std::vector<double> costs;
    for (const App& app : apps()) costs.push_back(slowdown(runs, system, app, kNoStores));
    bars.add(system.shown, costs);
    pagerank = std::max(pagerank, costs[kPageRank]);
    all.insert(all.end(), costs.begin(), costs.end());
    for (std::size_t a = 0; a < costs.size(); ++a)
      if (a != kPageRank) most = std::max(most, costs[a]);
    result.measurements.push_back(row(id + system.name.substr(3),
                                      system.shown + ": tracking without stores to peers, mean",
                                      "10 to 15", mean(costs), in_range(5, 20, "asked"), "%"));
  }
  result.measurements.push_back(row(id + "mean", "all machines and applications: mean", "10 to 15",
                                    mean(all), in_range(5, 20, "asked"), "%"));
  result.measurements.push_back(row(id + "pagerank", "PageRank: most of the three machines", 40.0,
                                    pagerank, in_range(5, 40, "published: as much as 40 %"), "%"));
  result.measurements.push_back(row(id + "order", "PageRank over the next application", "the most",
                                    pagerank / most, at_least(1, "an order that the text states")));
  result.measurements.push_back(row(
      id + "counters", "of it counters without agents that poll: PageRank, 4x Volta", Value{},
      slowdown(runs, systems()[2], apps()[kPageRank], kNoAgents), not_gated("not published"), "%"));
  result.figures = {bars.figure("fig8", "Slowdown by tracking in software",
                                "Counters, flags and polls that lead to no store to a peer, over "
                                "infinite bandwidth.")};
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

}  // namespace gf::papers::isca21
