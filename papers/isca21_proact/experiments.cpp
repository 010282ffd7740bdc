// SPDX-License-Identifier: Apache-2.0
// [PROACT21]: Muthukrishnan et al., "Efficient Multi-GPU Shared Memory via Automatic Optimization
// of Fine-Grained Transfers" (PROACT), ISCA 2021. The list of its experiments.
#include "papers/isca21_proact/proact_experiments.h"
#include "papers/papers.h"

namespace gf::papers {
namespace {

/// An experiment in two sizes: rows are named "proact.NAME" or "proact.full.NAME".
struct OfTwoSizes {
  const char* name;
  const char* title;
  const char* source;
  void (*judge)(Judge& judge, isca21::Size size);
  unsigned seconds = 0;  ///< Duration of the quick one.
  unsigned full_seconds = 0;
};

const std::vector<OfTwoSizes>& of_two_sizes() {
  static const std::vector<OfTwoSizes> all = {
      {"fig4", "Transfer threads and chunk sizes on Kepler", "[PROACT21], Fig. 4",
       isca21::transfer_threads, 0, 600},
      {"fig6.kepler", "Software agents against cudaMemcpy, 4x Kepler",
       "[PROACT21], Fig. 6(a) and V-A", isca21::micro_kepler, 0, 600},
      {"fig6.pascal", "Software agents against cudaMemcpy, 4x Pascal",
       "[PROACT21], Fig. 6(b) and V-A", isca21::micro_pascal, 40, 600},
      {"fig6.volta", "Software agents against cudaMemcpy, 4x Volta",
       "[PROACT21], Fig. 6(c) and V-A", isca21::micro_volta, 60, 600},
      {"fig7", "Speed-up of four GPUs by transfer mechanism", "[PROACT21], Fig. 7 and V-B",
       isca21::speedups, 120, 1800},
      {"table2", "Choices of the profiler", "[PROACT21], Table II", isca21::choices, 0, 1200},
      {"stores", "Store transactions, inline over decoupled", "[PROACT21], V-B", isca21::stores, 0,
       120},
      {"fig8", "Slowdown by tracking in software", "[PROACT21], Fig. 8 and V-C", isca21::overhead,
       0, 300},
      {"fig9", "Hidden transfer time", "[PROACT21], Fig. 9 and V-C", isca21::overlap, 0, 300},
      {"hw", "Counters and transfer agents in hardware", "[PROACT21], III-D, V-B and V-C",
       isca21::in_hardware, 80, 1200},
  };
  return all;
}

Experiment of_size(const OfTwoSizes& both, isca21::Size size) {
  const bool quick = size == isca21::Size::kQuick;
  return {std::string(quick ? "proact." : "proact.full.") + both.name,
          std::string(both.title) + (quick ? "" : ", large inputs"),
          both.source,
          quick ? Experiment::Set::kQuick : Experiment::Set::kFull,
          [judge = both.judge, size](Judge& asked) { judge(asked, size); },
          quick ? both.seconds : both.full_seconds};
}

}  // namespace

std::vector<Experiment> proact_experiments() {
  using Set = Experiment::Set;
  std::vector<Experiment> all = {
      {"proact.fig2", "Goodput by store size", "[PROACT21], Fig. 2", Set::kQuick, isca21::goodput}};
  for (const OfTwoSizes& both : of_two_sizes())
    for (const isca21::Size size : {isca21::Size::kQuick, isca21::Size::kLarge})
      all.push_back(of_size(both, size));
  // An eighth of the published rows would leave each of 16 GPUs 5 to 20 us of work between calls of
  // 6 us.
  all.push_back({"proact.full.fig10", "Strong scaling to 16 GPUs, large inputs",
                 "[PROACT21], Fig. 10 and V-D", Set::kFull, isca21::scaling, 3600});
  all.push_back({"proact.sensitivity", "Sensitivity to assumed parameters", "[PROACT21], Fig. 7",
                 Set::kFull, isca21::sensitivity, 300});
  return all;
}

}  // namespace gf::papers
