// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/machine/machine_plan.h"

namespace gf::model {

/// The rates that NCCL's search for channels reckons with: what a link carries of payload in one
/// direction, not its raw rate. Facts of NCCL 2.30.7-1 (src/graph/{topo.h,topo.cc,search.cc}), and
/// of RCCL for xGMI. They are whole MB/s, so that what a channel takes and gives back adds up
/// exactly.
using SearchRate = std::int64_t;

inline core::ByteRate byte_rate(SearchRate megabytes) {
  return core::ByteRate(1e6 * static_cast<double>(megabytes));
}

/// CUDA compute capability times 10 of the machine's oldest GPU: 70 is a V100. By preset, else by
/// the kind of NVLink, else 80 (assumed). AMD's GPUs count as 80 (assumed).
unsigned compute_capability(const MachinePlan& plan);
unsigned compute_capability(const PlannedDevice& gpu);

/// Rate of all parallel links of an NVLink or xGMI connection of a GPU.
SearchRate nvlink_search_rate(const LinkSpec& spec, unsigned capability);
/// Rate of the links of a GPU to NVSwitches, of the GPU with the least.
SearchRate nvswitch_search_rate(const MachinePlan& plan);
/// Rate of a PCIe link; nothing: x16 of generation 3. 0.8 of its own rate for a link that is
/// neither PCIe nor NVLink (assumed: as NCCL counts PCIe).
SearchRate pcie_search_rate(const std::optional<LinkSpec>& spec);
/// Rate between two sockets: that of the processor in cpu_presets.h, else half of the socket link
/// (assumed: about what NCCL counts for Intel's UPI).
SearchRate socket_search_rate(const PlannedDevice& root, const LinkSpec& socket);

/// Speeds of a channel that the search tries, the highest first. `between_nodes`: channels that
/// leave the node.
const std::vector<SearchRate>& channel_speeds(unsigned capability, bool between_nodes);

inline constexpr unsigned kMostChannels = 32;  ///< Of a search: half of NCCL's MAXCHANNELS.

}  // namespace gf::model
