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
      {"proact.fig4", "Transfer threads and chunks on Kepler", "seed 002, Fig. 4", Set::kQuick,
       isca21::profile},
      {"proact.fig6.kepler", "Software agents against cudaMemcpy, 4x Kepler",
       "seed 002, Fig. 6(a) and V-A", Set::kQuick, isca21::micro_kepler},
      {"proact.fig6.pascal", "Software agents against cudaMemcpy, 4x Pascal",
       "seed 002, Fig. 6(b) and V-A", Set::kQuick, isca21::micro_pascal},
      {"proact.fig6.volta", "Software agents against cudaMemcpy, 4x Volta",
       "seed 002, Fig. 6(c) and V-A", Set::kQuick, isca21::micro_volta},
      {"proact.fig7", "Speed-up of four GPUs by way to transfer", "seed 002, Fig. 7 and V-B",
       Set::kQuick, isca21::speedups, 120},
      {"proact.table2", "What the profiler chooses", "seed 002, Table II", Set::kQuick,
       isca21::choices},
      {"proact.stores", "Store transactions, inline over decoupled", "seed 002, V-B", Set::kQuick,
       isca21::stores},
      {"proact.fig8", "Slowdown by tracking in software", "seed 002, Fig. 8 and V-C", Set::kQuick,
       isca21::overhead},
      {"proact.fig9", "Transfer time that is hidden", "seed 002, Fig. 9 and V-C", Set::kQuick,
       isca21::overlap},
      {"proact.fig10", "Strong scaling to 16 GPUs", "seed 002, Fig. 10 and V-D", Set::kQuick,
       isca21::scaling, 240},
      {"proact.hw", "Counters and transfer agents in hardware", "seed 002, III-D, V-B and V-C",
       Set::kQuick, isca21::in_hardware, 80},
      {"proact.sensitivity", "What assumed parameters move", "seed 002, Fig. 7", Set::kFull,
       isca21::sensitivity, 300},
  };
}

}  // namespace gf::platforms
