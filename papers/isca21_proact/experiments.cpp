// SPDX-License-Identifier: Apache-2.0
// [PROACT21]: Muthukrishnan et al., "Efficient Multi-GPU Shared Memory via Automatic Optimization
// of Fine-Grained Transfers" (PROACT), ISCA 2021. The list of its experiments.
#include "papers/isca21_proact/proact_experiments.h"
#include "papers/papers.h"

namespace gf::papers {

std::vector<Experiment> proact_experiments() {
  using Set = Experiment::Set;
  return {
      {"proact.fig2", "Goodput by the size of stores", "[PROACT21], Fig. 2", Set::kQuick,
       isca21::goodput},
      {"proact.fig4", "Transfer threads and chunks on Kepler", "[PROACT21], Fig. 4", Set::kQuick,
       isca21::profile},
      {"proact.fig6.kepler", "Software agents against cudaMemcpy, 4x Kepler",
       "[PROACT21], Fig. 6(a) and V-A", Set::kQuick, isca21::micro_kepler},
      {"proact.fig6.pascal", "Software agents against cudaMemcpy, 4x Pascal",
       "[PROACT21], Fig. 6(b) and V-A", Set::kQuick, isca21::micro_pascal},
      {"proact.fig6.volta", "Software agents against cudaMemcpy, 4x Volta",
       "[PROACT21], Fig. 6(c) and V-A", Set::kQuick, isca21::micro_volta},
      {"proact.fig7", "Speed-up of four GPUs by way to transfer", "[PROACT21], Fig. 7 and V-B",
       Set::kQuick, isca21::speedups, 120},
      {"proact.table2", "What the profiler chooses", "[PROACT21], Table II", Set::kQuick,
       isca21::choices},
      {"proact.stores", "Store transactions, inline over decoupled", "[PROACT21], V-B", Set::kQuick,
       isca21::stores},
      {"proact.fig8", "Slowdown by tracking in software", "[PROACT21], Fig. 8 and V-C", Set::kQuick,
       isca21::overhead},
      {"proact.fig9", "Transfer time that is hidden", "[PROACT21], Fig. 9 and V-C", Set::kQuick,
       isca21::overlap},
      {"proact.fig10", "Strong scaling to 16 GPUs", "[PROACT21], Fig. 10 and V-D", Set::kQuick,
       isca21::scaling, 240},
      {"proact.hw", "Counters and transfer agents in hardware", "[PROACT21], III-D, V-B and V-C",
       Set::kQuick, isca21::in_hardware, 80},
      {"proact.sensitivity", "What assumed parameters move", "[PROACT21], Fig. 7", Set::kFull,
       isca21::sensitivity, 300},
  };
}

}  // namespace gf::papers
