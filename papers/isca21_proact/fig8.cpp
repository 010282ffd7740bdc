// SPDX-License-Identifier: Apache-2.0
// Figs. 8 and 9: cost of tracking in software, and the share of the transfer time that it hides.
#include <algorithm>
#include <fmt/format.h>

#include "papers/isca21_proact/app_bars.h"
#include "papers/isca21_proact/proact_experiments.h"
#include "papers/isca21_proact/profile.h"

namespace gf::papers::isca21 {
namespace {

const Words kNoAgents = {"elide=transfers"};
const Words kNoStores = {"elide=stores"};

/// Requests the chosen tracking of each application on each machine, without the parts in `elided`.
std::vector<std::vector<runs::Run>> ask_elided(const ProactAppRuns& runs,
                                               const std::vector<std::vector<Found>>& found,
                                               const Words& elided) {
  std::vector<std::vector<runs::Run>> all(found.size());
  for (std::size_t m = 0; m < found.size(); ++m)
    for (std::size_t a = 0; a < apps().size(); ++a)
      all[m].push_back(runs.run(systems()[m].name, apps()[a], found[m][a].decoupled, elided));
  return all;
}

/// Requests a mechanism without choices for each application on each machine.
std::vector<std::vector<runs::Run>> ask_all(const ProactAppRuns& runs, const Transfer& transfer) {
  std::vector<std::vector<runs::Run>> all(systems().size());
  for (std::size_t m = 0; m < systems().size(); ++m)
    for (const App& app : apps()) all[m].push_back(runs.run(systems()[m].name, app, transfer));
  return all;
}

/// Returns how much longer a run takes than with infinite bandwidth, in per cent.
double slowdown(const runs::Run& run, const runs::Run& limit) {
  return 100 * (seconds(run) / seconds(limit) - 1);
}

}  // namespace

void overhead(Judge& judge, Size size) {
  const std::string id = rows_of("fig8", size);
  const ProactAppRuns runs(judge, size);
  const auto profiled = profiles(runs);
  const auto limits = ask_all(runs, kInfinite);
  // This waits: the runs without stores depend on which tracking was the fastest.
  const auto found = found_of(profiled);
  const auto tracked = ask_elided(runs, found, kNoStores);
  const runs::Run counters = runs.run(systems()[kVolta].name, apps()[kPageRank],
                                      found[kVolta][kPageRank].decoupled, kNoAgents);
  AppBars bars("slowdown", "%", mean);
  std::vector<double> all, pagerank, others;
  for (std::size_t m = 0; m < systems().size(); ++m) {
    std::vector<double> costs;
    for (std::size_t a = 0; a < apps().size(); ++a) {
      costs.push_back(slowdown(tracked[m][a], limits[m][a]));
      (a == kPageRank ? pagerank : others).push_back(costs.back());
    }
    bars.add(systems()[m].shown, costs);
    all.insert(all.end(), costs.begin(), costs.end());
    judge.set(id + systems()[m].id(), mean(costs));
  }
  judge.set(id + "mean", mean(all));
  judge.set(id + "pagerank", most(pagerank));
  judge.set(id + "order", most(pagerank) / most(others));
  judge.set(id + "counters", slowdown(counters, limits[kVolta][kPageRank]));
  bars.published(id + "pagerank", kPageRank);
  bars.says(10, "means of the machines: 10 %");
  bars.says(15, "to 15 % (the text)");
  judge.draw(bars.figure(
      "fig8", "Slowdown by tracking in software",
      "Counters, flags and polls without any store to a peer, over infinite bandwidth."));
}

void overlap(Judge& judge, Size size) {
  const std::string id = rows_of("fig9", size);
  const ProactAppRuns runs(judge, size);
  const auto profiled = profiles(runs);
  const auto copies = ask_all(runs, kMemcpy);
  const auto found = found_of(profiled);
  const auto tracked = ask_elided(runs, found, kNoStores);
  AppBars bars("hidden", "%", mean);
  std::vector<double> all;
  for (std::size_t m = 0; m < systems().size(); ++m) {
    std::vector<double> hidden;
    for (std::size_t a = 0; a < apps().size(); ++a) {
      // The extra time that stores add to tracking is the transfer time that is not hidden; below
      // zero it is hidden completely.
      const double open = found[m][a].decoupled_time - seconds(tracked[m][a]);
      hidden.push_back(100 * (1 - std::max(0.0, open) / copies[m][a].value("copy_time")));
    }
    bars.add(systems()[m].shown, hidden);
    all.insert(all.end(), hidden.begin(), hidden.end());
    judge.set(id + systems()[m].id(), mean(hidden));
  }
  judge.set(id + "least", least(all));
  judge.set(id + "nearly_all",
            static_cast<double>(
                std::count_if(all.begin(), all.end(), [](double share) { return share >= 95; })));
  bars.says(75, "at least 75 % are hidden (the text)");
  judge.draw(bars.figure("fig9", "Hidden transfer time",
                         "1 - (time - time without the stores) / time of cudaMemcpy."));
}

}  // namespace gf::papers::isca21
