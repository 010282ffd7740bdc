// SPDX-License-Identifier: Apache-2.0
// Eight GPUs per node: do more cards help, and does it matter at which switch they are?
#include <fmt/format.h>

#include "questions/cluster_experiments.h"
#include "questions/cluster_runs.h"

namespace gf::papers::cluster {
namespace {

constexpr unsigned kCards[] = {1, 2, 4, 8};

struct Collective {
  const char* id;
  const char* name;
  const char* workload;
};
constexpr Collective kCollectives[] = {
    {"alltoall", "all-to-all", "alltoall:bytes=1 MiB"},
    {"ring", "all-reduce, ring", "allreduce:bytes=1 MiB"},
    {"two_level", "all-reduce, two levels", "allreduce:algorithm=two_level,node=8,bytes=1 MiB"}};

/// Four nodes of eight GPUs. GPUs and cards are distributed evenly over the switches.
runs::Run ask_tree(Judge& judge, const Collective& traffic, unsigned cards, unsigned switches) {
  return ask(judge, {"nodes=4", "node.gpus=8", fmt::format("node.nics={}", cards),
                     fmt::format("node.switches={}", switches),
                     fmt::format("workload={}", traffic.workload)});
}

double busbw(const runs::Run& run) { return run.value("collective_0.busbw") / 1e9; }

void judge_cards(Judge& judge, const std::vector<std::vector<runs::Run>>& asked) {
  Chart chart;
  chart.x = {"cards per node", "", Scale::kLinear, {}, {}, {}};
  chart.y = {"busbw", "GB/s", Scale::kLinear, 0.0, {}, {}};
  for (const unsigned cards : kCards) chart.x.categories.push_back(std::to_string(cards));
  for (std::size_t t = 0; t < asked.size(); ++t) {
    Series series{kCollectives[t].name, Role::kSimulated, Mark::kBars, {}, {}, ""};
    for (std::size_t c = 0; c < asked[t].size(); ++c) {
      series.x.push_back(static_cast<double>(c));
      series.y.push_back(busbw(asked[t][c]));
    }
    judge.set(fmt::format("cluster.nic_tree.{}", kCollectives[t].id),
              series.y.back() / series.y.front());
    chart.series.push_back(std::move(series));
  }
  judge.draw(
      {"cards", "Busbw against cards", "Four nodes of eight GPUs behind two switches.", chart});
}

}  // namespace

void nic_tree(Judge& judge) {
  std::vector<std::vector<runs::Run>> by_cards;
  for (const Collective& traffic : kCollectives) {
    by_cards.emplace_back();
    for (const unsigned cards : kCards)
      by_cards.back().push_back(ask_tree(judge, traffic, cards, 2));
  }
  // Four cards: next to all GPUs, next to four each, next to two each, next to one GPU of two.
  std::vector<runs::Run> by_switches;
  for (const unsigned switches : {1u, 2u, 4u, 8u})
    by_switches.push_back(ask_tree(judge, kCollectives[0], 4, switches));
  judge_cards(judge, by_cards);
  for (const std::size_t i : {0u, 2u, 3u})
    judge.set(fmt::format("cluster.nic_tree.switches.{}", 1u << i),
              busbw(by_switches[i]) / busbw(by_switches[1]));
}

}  // namespace gf::papers::cluster
