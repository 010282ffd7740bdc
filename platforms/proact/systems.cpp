// SPDX-License-Identifier: Apache-2.0
// Machines of [PROACT21], Table I: GPUs and links as in the files of platforms/gpu/presets, which a
// test compares with these, and what the host of each takes. What is not in the table is assumed.
#include "platforms/proact/systems.h"

#include <fmt/format.h>

#include "core/error.h"

namespace gf::platforms::proact {
namespace {

using core::gigabytes_per_second;
using sc_core::sc_time;

constexpr unsigned kChannels = 16;
const std::string kTable = "[PROACT21], Table I";

/// Clocks follow from TFLOPS and the lanes of an SM: 64 (Kepler) and 32 in double precision.
SystemParams common(unsigned gpus, unsigned sms, const sc_time& clock, double memory_gb_s,
                    unsigned memory_gb) {
  SystemParams system;
  system.node.gpus = gpus;
  system.node.clock = clock;
  system.node.gpu.sms = sms;
  system.node.pages.memory = core::Bytes(std::uint64_t{memory_gb} * 1'000'000'000);
  system.node.gpu.memory.peer_requests = system.fabric.nvlink.port.outstanding;
  system.node.gpu.memory.channels = kChannels;
  system.node.gpu.memory.channel_rate = gigabytes_per_second(memory_gb_s / kChannels);
  system.sources = {
      {"gpus", kTable},
      {"clock", kTable + ": TFLOPS; 32 lanes an SM in double precision (Kepler: 64) assumed"},
      {"gpu.sms", kTable},
      {"gpu.memory.channel_rate", kTable + ": memory bandwidth, by 16 channels"},
      {"gpu.memory.peer_requests", "assumed: as many as the NVLink port has"},
      {"pages.memory", kTable},
  };
  return system;
}

/// A direction of a GPU's links carries `gb_s`.
void nvlink(SystemParams& system, const std::string& topology, unsigned lanes, double gb_s) {
  hw::nvlink::NvlinkParams& link = system.fabric.nvlink.link;
  system.fabric.nvlink.topology = topology;
  system.node.gpu.memory.copy.engines = 3;  // one a peer of four GPUs
  link.lanes = lanes;
  link.lane_rate = gigabytes_per_second(gb_s / (lanes / 2.0));
  system.sources.insert(
      system.sources.end(),
      {{"fabric", kTable}, {"gpu.memory.copy.engines", "assumed: one a peer of four GPUs"}});
  const std::string both = fmt::format("{}: {} GB/s of a GPU in both directions", kTable, 2 * gb_s);
  system.fabric.sources = {
      {"topology", topology == "mesh" ? "assumed: links to each peer" : kTable + ": NVSwitch"},
      {"policy", "lanes of [PROACT21]'s machines do not turn"},
      {"nvlink.lanes", "assumed, with the rate of a lane"},
      {"nvlink.lane_rate", both}};
}

/// `latency`: cycles from an arithmetic instruction to one that needs what it gives.
void polls(SystemParams& system, unsigned latency) {
  constexpr unsigned kInstructions = 10;
  system.host.poll_interval = latency;
  system.host.poll_cost = kInstructions * latency;
}

SystemParams kepler() {
  SystemParams system = common(4, 15, sc_time(1343, sc_core::SC_PS), 288.4, 12);
  system.node.gpu.sm.ctas = 16;
  system.node.gpu.memory.copy.engines = 2;  // as CUDA's deviceQuery prints for it
  system.node.gpu.sm.l1_bytes = core::kibibytes(16);
  system.node.gpu.memory.l2 = core::kibibytes(1536);
  system.node.um.faults = false;  // came with Pascal
  polls(system, 9);
  system.fabric.kind = "pcie";
  system.sources.insert(
      system.sources.end(),
      {{"fabric", kTable},
       {"gpu.sm.ctas", "CUDA C++ Programming Guide: compute capability 3.5"},
       {"gpu.sm.l1_bytes", "assumed: the least of CUDA's choices for compute capability 3.5"},
       {"gpu.memory.l2", "assumed: recalled of a K40"},
       {"gpu.memory.copy.engines", "CUDA's deviceQuery prints 2 for a K40"}});
  system.host.cdp_interval =
      sc_time(5, sc_core::SC_US);  // with it 16 KiB is where CDP's peak begins
  return system;
}

SystemParams pascal() {
  SystemParams system = common(4, 56, sc_time(676, sc_core::SC_PS), 720, 16);
  system.node.gpu.sm.l1_bytes = core::kibibytes(24);
  system.node.gpu.sm.l1_ways = 3;
  system.sources.insert(system.sources.end(), {{"gpu.sm.l1_bytes", "assumed: recalled of a P100"},
                                               {"gpu.sm.l1_ways", "assumed"},
                                               {"gpu.memory.l2", "assumed: recalled of a P100"}});
  nvlink(system, "mesh", 24, 75);
  polls(system, 6);
  return system;
}

SystemParams volta(unsigned gpus) {
  SystemParams system = common(gpus, 80, sc_time(656, sc_core::SC_PS), 920, gpus == 4 ? 16 : 32);
  system.node.gpu.memory.l2 = core::mebibytes(6);
  system.sources.push_back({"gpu.memory.l2", "assumed: recalled of a V100"});
  nvlink(system, gpus == 4 ? "mesh" : "switch", gpus == 4 ? 24 : 16, 150);
  polls(system, 4);
  system.host.cdp_interval = sc_time(10, sc_core::SC_US);  // "higher than the others'", V-A
  return system;
}

}  // namespace

std::vector<std::string> system_names() {
  return {"4x_kepler", "4x_pascal", "4x_volta", "16x_volta"};
}

SystemParams system_params(const std::string& name) {
  if (name == "4x_kepler") return kepler();
  if (name == "4x_pascal") return pascal();
  if (name == "4x_volta") return volta(4);
  if (name == "16x_volta") return volta(16);
  core::fail_config("", "system", name, fmt::format("{}", fmt::join(system_names(), ", ")),
                    "choose one of them");
}

}  // namespace gf::platforms::proact
