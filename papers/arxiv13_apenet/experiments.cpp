// SPDX-License-Identifier: Apache-2.0
// [APENET13]: Ammendola et al., "GPU peer-to-peer techniques applied to a cluster interconnect",
// 2013 (arXiv:1307.8276). The list of its experiments.
#include "papers/arxiv13_apenet/apenet_experiments.h"
#include "papers/arxiv13_apenet/nios_duties.h"
#include "papers/papers.h"

namespace gf::papers {

std::vector<Experiment> apenet_experiments() {
  using Set = Experiment::Set;
  std::vector<Experiment> all = {
      {"apenet.table1", "Low-level bandwidths", "[APENET13], table of low-level bandwidths",
       Set::kQuick, apenet13::low_level},
      {"apenet.timing", "PCIe timings of a message from GPU memory",
       "[APENET13], figure of PCIe timings", Set::kQuick, apenet13::bus_timing},
      {"apenet.fig.prefetch", "Reading GPU memory by version and prefetch window",
       "[APENET13], figures of prefetch", Set::kQuick, apenet13::prefetch},
      {"apenet.rx", "Time to receive a packet against registered buffers",
       "[APENET13], RX processing", Set::kQuick, apenet13::receiving},
      {"apenet.fig.bw", "Bandwidth by type of buffer", "[APENET13], two-node bandwidth",
       Set::kQuick, apenet13::bandwidths},
      {"apenet.fig.vs_ib", "Bandwidth of P2P, staging and InfiniBand",
       "[APENET13], bandwidth against IB", Set::kQuick, apenet13::against_infiniband},
      {"apenet.latency", "Latency of P2P, staging and InfiniBand", "[APENET13], latencies",
       Set::kQuick, apenet13::latencies},
      {"apenet.overhead", "Host overhead", "[APENET13], LogP host overhead", Set::kQuick,
       apenet13::overheads},
      {"apenet.hsg", "Heisenberg spin glass on a cluster", "[APENET13], HSG and its table",
       Set::kQuick, apenet13::spin_glass},
      {"apenet.bfs", "Graph500 search on a cluster", "[APENET13], BFS and its table", Set::kQuick,
       apenet13::breadth_first_search},
      {"apenet.scale", "More nodes than in the paper", "[APENET13], conclusions: 16/24 nodes",
       Set::kQuick, apenet13::scaling},
      {"apenet.better", "Hardware blocks for receiving", "[APENET13]: ongoing work", Set::kQuick,
       apenet13::hardware_blocks},
      {"apenet.fw.rx", "Receiving: cycles of the firmware in C", "[APENET13], RX processing",
       Set::kQuick, apenet13::firmware_receives},
      {"apenet.fw.tx", "Sending from GPU memory: cycles of the firmware in C",
       "[APENET13], GPU_P2P_TX", Set::kQuick, apenet13::firmware_sends},
      {"apenet.fw.register", "Registering: cycles of the firmware in C",
       "[APENET13], RX processing", Set::kQuick, apenet13::firmware_registers},
      {"apenet.fw.latency", "Latency with firmware in C", "[APENET13], latencies", Set::kQuick,
       apenet13::firmware_latencies},
      {"apenet.fw.bw", "Bandwidth with firmware in C", "[APENET13], two-node bandwidth",
       Set::kQuick, apenet13::firmware_bandwidths},
      {"apenet.fw.buffers", "Firmware in C: list, hash table, hardware block",
       "[APENET13], RX processing", Set::kQuick, apenet13::firmware_buffers},
      {"apenet.fw.better", "Leaner firmware on the same core", "[APENET13]: ongoing work",
       Set::kQuick, apenet13::firmware_better},
      {"apenet.fw.clock", "Firmware in C by clock and memory of its processor",
       "[APENET13]: up to 200 MHz", Set::kQuick, apenet13::firmware_clocks},
      {"apenet.full.bfs", "Graph500 search at scale 20", "[APENET13], BFS and its table",
       Set::kFull, apenet13::breadth_first_search_full, 400},
      {"apenet.full.scale", "512 nodes", "[APENET13], conclusions: more nodes", Set::kFull,
       apenet13::scaling_full, 120},
  };
  for (Experiment& experiment : all) experiment.lacks = apenet13::lacks_firmware;
  return all;
}

}  // namespace gf::papers
