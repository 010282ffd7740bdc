// SPDX-License-Identifier: Apache-2.0
// Seed 002: Muthukrishnan et al., "Efficient Multi-GPU Shared Memory via Automatic Optimization of
// Fine-Grained Transfers" (PROACT), ISCA 2021. The list of its experiments.
#include "platforms/experiments/papers.h"
#include "platforms/experiments/proact/proact_experiments.h"

namespace gf::platforms {

std::vector<Experiment> proact_experiments() {
  using Set = Experiment::Set;
  return {
      {"proact.fig2", "Goodput by the size of stores", "seed 002, Fig. 2", Set::kQuick,
       isca21::goodput},
  };
}

}  // namespace gf::platforms
