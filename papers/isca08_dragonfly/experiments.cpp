// SPDX-License-Identifier: Apache-2.0
// [DF08]: Kim et al., "Technology-Driven, Highly-Scalable Dragonfly Topology", ISCA 2008. The
// list of its experiments.
#include "papers/isca08_dragonfly/dragonfly_experiments.h"
#include "papers/papers.h"

namespace gf::papers {

std::vector<Experiment> dragonfly_experiments() {
  using Set = Experiment::Set;
  return {
      {"dragonfly.size", "Sizes of dragonflies", "[DF08], Figs. 3 to 5", Set::kQuick,
       isca08::sizes},
      {"dragonfly.fig2", "Cost of cables against their length", "[DF08], Fig. 2", Set::kQuick,
       isca08::cables},
      {"dragonfly.fig19", "Cost of networks", "[DF08], Fig. 19", Set::kQuick, isca08::cost},
      {"dragonfly.zero_load", "Latency without load", "[DF08], Fig. 8", Set::kQuick,
       isca08::zero_load},
      {"dragonfly.booksim", "Latencies compared with BookSim2",
       "BookSim2, an independent simulator", Set::kQuick, isca08::booksim},
      {"dragonfly.full.booksim", "Latencies compared with BookSim2, sixteen more points",
       "BookSim2, an independent simulator", Set::kFull, isca08::booksim_full},
      {"dragonfly.fig8.wc", "Routings on worst-case traffic", "[DF08], Fig. 8(b)", Set::kQuick,
       isca08::worst_case},
      {"dragonfly.fig8.ur", "Routings on uniform traffic", "[DF08], Fig. 8(a)", Set::kQuick,
       isca08::uniform},
      {"dragonfly.full.largest", "Routings with 262,656 terminals", "[DF08], Figs. 4 and 8",
       Set::kFull, isca08::largest, 3600},
      {"dragonfly.fig9", "Use of global channels", "[DF08], Fig. 9", Set::kQuick,
       isca08::utilization},
      {"dragonfly.fig10", "UGAL-L with separate virtual channels", "[DF08], Fig. 10", Set::kQuick,
       isca08::lanes},
      {"dragonfly.fig11", "Latency with deep buffers", "[DF08], Fig. 11", Set::kQuick,
       isca08::buffers},
      {"dragonfly.fig12", "Latency distribution of minimal and non-minimal packets",
       "[DF08], Fig. 12", Set::kQuick, isca08::two_humps},
      {"dragonfly.fig16", "Credits that signal congestion", "[DF08], Figs. 16 and 17", Set::kQuick,
       isca08::credit_round_trip},
      {"dragonfly.par", "Progressive adaptive routing", "Jiang, Kim, Dally, ISCA 2009", Set::kQuick,
       isca08::progressive},
  };
}

}  // namespace gf::papers
