// SPDX-License-Identifier: Apache-2.0
// Seed 004: Ammendola et al., "GPU peer-to-peer techniques applied to a cluster interconnect",
// 2013 (arXiv:1307.8276). The list of its experiments.
#include "platforms/experiments/apenet/apenet_experiments.h"
#include "platforms/experiments/papers.h"

namespace gf::platforms {

std::vector<Experiment> apenet_experiments() {
  using Set = Experiment::Set;
  return {
      {"apenet.table1", "Low-level bandwidths", "seed 004, table of low-level bandwidths",
       Set::kQuick, apenet13::low_level},
      {"apenet.timing", "PCIe timings of a message from GPU memory",
       "seed 004, figure of PCIe timings", Set::kQuick, apenet13::bus_timing},
      {"apenet.fig.prefetch", "GPU reading by version and prefetch window",
       "seed 004, figures of prefetch", Set::kQuick, apenet13::prefetch},
      {"apenet.rx", "Receiving a packet by registered buffers", "seed 004, RX processing",
       Set::kQuick, apenet13::receiving},
      {"apenet.fig.bw", "Bandwidth by kind of buffer", "seed 004, two-node bandwidth", Set::kQuick,
       apenet13::bandwidths},
      {"apenet.fig.vs_ib", "Bandwidth: P2P, staging, InfiniBand", "seed 004, bandwidth against IB",
       Set::kQuick, apenet13::against_infiniband},
      {"apenet.latency", "Latency: P2P, staging, InfiniBand", "seed 004, latencies", Set::kQuick,
       apenet13::latencies},
      {"apenet.overhead", "Host overhead", "seed 004, LogP host overhead", Set::kQuick,
       apenet13::overheads},
      {"apenet.hsg", "Heisenberg spin glass on a cluster", "seed 004, HSG and its table",
       Set::kQuick, apenet13::spin_glass},
      {"apenet.bfs", "Graph500 search on a cluster", "seed 004, BFS and its table", Set::kQuick,
       apenet13::breadth_first_search},
      {"apenet.scale", "More nodes", "seed 004, conclusions: 16/24 nodes", Set::kQuick,
       apenet13::scaling},
      {"apenet.better", "Hardware blocks for receiving", "seed 004: ongoing work", Set::kQuick,
       apenet13::hardware_blocks},
  };
}

}  // namespace gf::platforms
