// SPDX-License-Identifier: Apache-2.0
// [NUMA17]: asymmetric interconnects, a draft of Milic et al., "Beyond the Socket: NUMA-Aware
// GPUs", MICRO 2017. The list of its experiments.
#include "papers/micro17_nvlink/nvlink_experiments.h"
#include "papers/papers.h"

namespace gf::papers {

std::vector<Experiment> nvlink_experiments() {
  using Set = Experiment::Set;
  return {
      {"nvlink.rates", "Link throughput by number of lanes", "[NUMA17], Asymmetric Interconnects",
       Set::kQuick, micro17::rates},
      {"nvlink.bound", "Possible gain from turning lanes", "[NUMA17], Asymmetric Interconnects",
       Set::kQuick, micro17::bound},
      {"nvlink.fig1", "Asymmetric use of links", "[NUMA17], Fig. 1", Set::kQuick,
       micro17::asymmetry},
      {"nvlink.sample_time", "Gain by sample time", "[NUMA17], Results, first figure", Set::kQuick,
       micro17::sample_times},
      {"nvlink.placed", "Gain with data where the workloads put it, to load one direction",
       "this model", Set::kQuick, micro17::placed},
      {"nvlink.full.sample_time", "Gain by sample time, all workloads of the suite",
       "[NUMA17], Results, first figure", Set::kFull, micro17::sample_times_whole, 300},
      {"nvlink.full.large", "Gain at the large size of the suite",
       "[NUMA17], Results, first figure", Set::kFull, micro17::sample_times_large, 1200},
      {"nvlink.switch_time", "Gain by switch time", "[NUMA17], Results, second figure", Set::kQuick,
       micro17::switch_times},
      {"nvlink.full.switch_time", "Gain by switch time, all workloads of the suite",
       "[NUMA17], Results, second figure", Set::kFull, micro17::switch_times_whole, 300},
      {"nvlink.scaling", "Scaling to more GPUs", "MICRO 2017 (the paper of [NUMA17]), abstract",
       Set::kQuick, micro17::scaling},
      {"nvlink.full.scaling", "Scaling to more GPUs at the large size",
       "MICRO 2017 (the paper of [NUMA17]), abstract", Set::kFull, micro17::scaling_large, 1200},
      {"nvlink.full.copies", "Scaling with copies for readers, and with mechanisms removed",
       "this model", Set::kFull, micro17::copies_for_readers, 120},
      {"nvlink.better", "Policies compared with the paper's", "this model", Set::kQuick,
       micro17::better_policies},
      {"nvlink.full.better", "Policies compared with the paper's, all workloads of the suite",
       "this model", Set::kFull, micro17::better_policies_whole, 120},
      {"nvlink.energy", "Energy of the links", "[NUMA17], notes", Set::kQuick, micro17::energy},
  };
}

}  // namespace gf::papers
