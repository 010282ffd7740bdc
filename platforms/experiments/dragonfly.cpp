// SPDX-License-Identifier: Apache-2.0
// Seed 003: Kim et al., "Technology-Driven, Highly-Scalable Dragonfly Topology", ISCA 2008. The
// list of its experiments.
#include "platforms/experiments/dragonfly/dragonfly_experiments.h"
#include "platforms/experiments/papers.h"

namespace gf::platforms {

std::vector<Experiment> dragonfly_experiments() {
  using Set = Experiment::Set;
  return {
      {"dragonfly.size", "Sizes of dragonflies", "seed 003, Figs. 3 to 5", Set::kQuick,
       isca08::sizes},
      {"dragonfly.zero_load", "Latency without load, beside BookSim2", "seed 003, Fig. 8",
       Set::kQuick, isca08::zero_load},
      {"dragonfly.fig8.wc", "What routings accept of the worst case", "seed 003, Fig. 8(b)",
       Set::kQuick, isca08::worst_case},
      {"dragonfly.fig8.ur", "What routings accept of uniform traffic", "seed 003, Fig. 8(a)",
       Set::kFull, isca08::uniform},
      {"dragonfly.fig10", "UGAL-L with virtual channels told apart", "seed 003, Fig. 10",
       Set::kFull, isca08::lanes},
  };
}

}  // namespace gf::platforms
