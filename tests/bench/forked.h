// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace gf::bench {

/// What a simulation took.
struct Cost {
  double seconds = 0;        ///< CPU time of the simulation, elaboration left out.
  std::uint64_t events = 0;  ///< What the time is divided by: events, TLP hops, ...
  [[nodiscard]] double nanoseconds() const { return seconds * 1e9 / static_cast<double>(events); }
};

/// Runs `simulate` in a process of its own, because SystemC elaborates once a process. Throws
/// std::runtime_error when the child does not report.
Cost run_forked(const std::function<Cost()>& simulate);

/// CPU time of this process in `run`, in seconds: what else the machine does adds little to it.
double timed(const std::function<void()>& run);

/// `events` timed notifications shared by `processes` SC_METHODs, each with an event of its own and
/// a period that differs from the others': the kernel's part of everything that is measured here.
Cost bare_events(unsigned processes, std::uint64_t events);

/// Every GPU of the tree sends `bytes` to a GPU drawn at random (seed 1), all at once, through the
/// whole machine of platforms/pcie. Events: TLP hops.
struct PcieTraffic {
  const char* topology;  ///< As make_pcie_tree takes it.
  std::uint64_t bytes;
  unsigned processes;  ///< Egress ports of that tree, for the bare event beside it.
};
PcieTraffic pcie_traffic(unsigned gpus);  ///< 8, 64 or 512; T2 is the first.
Cost pcie_hops(const PcieTraffic& traffic);

/// A dragonfly with p = h = k and a = 2 k, minimal routing, uniform traffic of single flits, after
/// a warm-up. Events: flits times routers that they cross.
struct RouterTraffic {
  unsigned k;
  double load;  ///< Flits a node and cycle.
  unsigned cycles;
};
Cost flit_hops(const RouterTraffic& traffic);

/// SMs with 64 warps each, whose instructions compute a cycle, or load or store a line (two loads
/// to a store, every fourth line of a load is in the L1), over a memory of fixed latency. Events:
/// warp instructions.
struct GpuTraffic {
  unsigned sms;
  unsigned memory_percent;  ///< Of the instructions.
  unsigned instructions;    ///< Of a warp.
};
Cost warp_instructions(const GpuTraffic& traffic);

/// Loads of lines that miss in the level 2 cache of a GPU: `sms` SMs with `window` of them under
/// way each. Events: loads.
Cost hbm_misses(unsigned sms, unsigned window, std::uint64_t loads);

/// GPUs at an NVLink switch, one half writes to the next one, the other half reads: 128 B an
/// access, `accesses` a GPU. Events: packets times links.
Cost nvlink_hops(const std::string& policy, unsigned gpus, std::uint64_t accesses);

}  // namespace gf::bench
