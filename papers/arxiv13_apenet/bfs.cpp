// SPDX-License-Identifier: Apache-2.0
// Graph500 breadth-first search over the cards and over InfiniBand. The paper's table is lost; its
// values for scale 20, from memory, accompany the rows of the full set and gate nothing.
#include <fmt/format.h>

#include "papers/arxiv13_apenet/apenet_app_runs.h"
#include "papers/arxiv13_apenet/apenet_experiments.h"

namespace gf::papers::apenet13 {
namespace {

const Words kCards = {"over=apenet"};
const Words kIbStaged = {"over=ib", "ib.slot=x4", "ib.buffers=staged"};

/// Returns a result of the cards divided by that of InfiniBand.
double over_ib(const ApenetAppRuns& runs, unsigned ranks, const std::string& name,
               const Words& other = kIb) {
  return runs.value(ranks, kCards, name) / runs.value(ranks, other, name);
}

void ask_search(const ApenetAppRuns& runs) {
  for (const unsigned ranks : kRanks)
    for (const Words& words : {kCards, kIb}) (void)runs.run(ranks, words);
  (void)runs.run(4, kIbStaged);
}

Figure teps_figure(const ApenetAppRuns& runs, const std::string& caption) {
  Chart chart;
  chart.x = {"nodes", "", Scale::kLinear, {}, {}, {"1", "2", "4", "8"}};
  chart.y = {"traversed edges per second", "1/s", Scale::kLinear, 0.0, {}, {}};
  const std::vector<double> x = {0, 1, 2, 3};
  const auto add = [&](const char* name, Role role, const Words& settings) {
    std::vector<double> y;
    for (const unsigned ranks : kRanks) y.push_back(runs.value(ranks, settings, "teps"));
    chart.series.push_back({name, role, Mark::kBars, x, y, ""});
  };
  add("APEnet+, P2P on", Role::kSimulated, kCards);
  add("InfiniBand and MPI", Role::kSimulated, kIb);
  chart.guides = {{Guide::Along::kX, 2, "APEnet+ is ahead up to four nodes (the text)", "4 nodes",
                   Role::kPublished}};
  return {"teps", "Strong scaling of a breadth-first search", caption, chart};
}

/// Sets the rows that both sizes have, below `id`.
void judge_search(const ApenetAppRuns& runs, const std::string& id, Judge& judge) {
  for (const unsigned ranks : kRanks) {
    judge.set(fmt::format("{}.teps.{}", id, ranks), runs.value(ranks, kCards, "teps"));
    judge.set(fmt::format("{}.teps_ib.{}", id, ranks), runs.value(ranks, kIb, "teps"));
    if (ranks == 1) continue;
    judge.set(fmt::format("{}.{}.{}", id, ranks == 8 ? "behind" : "ahead", ranks),
              over_ib(runs, ranks, "teps"));
    judge.set(fmt::format("{}.scaling.{}", id, ranks),
              runs.value(ranks, kCards, "teps") / runs.value(ranks / 2, kCards, "teps"));
  }
  judge.set(id + ".network.4", over_ib(runs, 4, "network"));
  judge.set(id + ".network.4.staged", over_ib(runs, 4, "network", kIbStaged));
  judge.note("The parents of every search were validated as Graph500 requires.");
}

}  // namespace

void breadth_first_search(Judge& judge) {
  const ApenetAppRuns runs(judge, "apenet_bfs", {"app.scale=16"});
  const ApenetAppRuns short_lists(judge, "apenet_bfs", {"app.scale=10"});
  // All runs for the rows below are requested first, so that the pool runs them in parallel;
  // ApenetAppRuns::value() finds them again.
  const ApenetAppRuns slow(judge, "apenet_bfs", with({"app.scale=10", "bytes=true"}, kSlowGpus));
  ask_search(runs);
  (void)slow.run(4);
  for (const unsigned ranks : {4u, 8u}) (void)runs.run(ranks, kHardwareLookups);
  for (const unsigned ranks : {16u, 24u}) (void)runs.run(ranks, kCards);
  for (const unsigned ranks : {2u, 4u})
    for (const Words& words : {kCards, kIb}) (void)short_lists.run(ranks, words);
  judge_search(runs, "apenet.bfs", judge);
  for (const unsigned ranks : {16u, 24u})
    judge.set(fmt::format("apenet.bfs.teps.{}", ranks), runs.value(ranks, kCards, "teps"));
  for (const unsigned ranks : {4u, 8u})
    judge.set(fmt::format("apenet.bfs.hardware_lookups.{}", ranks),
              runs.value(ranks, kHardwareLookups, "teps") / runs.value(ranks, kCards, "teps"));
  for (const unsigned ranks : {2u, 4u})
    judge.set(fmt::format("apenet.bfs.short.{}", ranks), over_ib(short_lists, ranks, "network"));
  judge.set("apenet.bfs.edges.slow_gpus",
            slow.value(4, {}, "edges") / short_lists.value(4, kCards, "edges"));
  judge.draw(teps_figure(runs, "Scale 16, edge factor 16."));
}

void breadth_first_search_full(Judge& judge) {
  const ApenetAppRuns runs(judge, "apenet_bfs", {"app.scale=20"});
  ask_search(runs);
  judge_search(runs, "apenet.full.bfs", judge);
  judge.draw(teps_figure(runs, "Scale 20, edge factor 16: as many vertices as recalled."));
}

}  // namespace gf::papers::apenet13
