// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/base/units.h"

namespace gf::model {

/// A processor: how its root complex treats peer traffic between PCIe devices, and its link to
/// another socket.
struct CpuPreset {
  std::string_view name;   ///< As in machine files, `cpu = NAME`.
  std::string_view about;  ///< The processors that it stands for.
  unsigned split_payload;  ///< Bytes to which peer TLPs are cut; 0: they pass whole.
  std::string_view split_source;
  double socket_rate;     ///< 1e9 B/s of one link in one direction, headers included.
  double socket_latency;  ///< ns one way, in wires and ports of the link.
  std::string_view socket_source;
  /// 1e9 B/s that NCCL's topology code gives the path between two such sockets; 0: it knows none,
  /// and the lines in flight are limited by the link's buffers only.
  double nccl_rate;
  double memory_rate;  ///< 1e9 B/s of the memory of one socket, all of its channels.
  std::string_view memory_source;
};

/// Latency of a socket's memory as a PCIe device sees it behind the root complex, in ns; assumed:
/// between 60 and 150.
inline constexpr unsigned kMemoryLatency = 100;

inline constexpr std::string_view kNcclSplits =
    "NCCL, src/graph/topo.h: Intel CPUs convert GPU P2P traffic into TLPs of 64 B";
inline constexpr std::string_view kNcclPasses =
    "assumed: NCCL, src/graph/topo.h, has the overhead of small TLPs for Intel alone";
inline constexpr std::string_view kUnknownPasses =
    "assumed: no document of this processor says that it cuts TLPs";

/// Rates: makers' data sheets, which state transfers per second and the width. That one of several
/// links carries the peer traffic is assumed.
inline constexpr std::array<CpuPreset, 10> kCpuPresets{{
    {"generic", "a processor of no known kind", 0, kUnknownPasses, 19.2, 25,
     "assumed: as Intel QPI, one link: 9.6 GT/s x 2 B", 0, 100,
     "assumed: between four channels of DDR4-2400 and eight of DDR4-3200"},
    {"xeon_haswell", "Intel Xeon E5 v3 and v4", 64, "[SC16], III-B; NCCL, src/graph/topo.h", 19.2,
     25, "assumed: one of two links; Intel QPI: 9.6 GT/s x 2 B", 6, 76.8,
     "Intel, Xeon E5-2680 v4: four channels of DDR4-2400"},
    {"xeon_skylake", "Intel Xeon Scalable, first and second generation", 64, kNcclSplits, 20.8, 25,
     "assumed: one of two or three links; Intel UPI: 10.4 GT/s x 2 B", 10, 127.968,
     "Intel, Xeon Platinum 8180: six channels of DDR4-2666"},
    {"xeon_icelake", "Intel Xeon Scalable, third generation", 64, kNcclSplits, 22.4, 25,
     "assumed: one of three links; Intel UPI: 11.2 GT/s x 2 B", 10, 204.8,
     "Intel, Xeon Platinum 8380: eight channels of DDR4-3200"},
    {"xeon_sapphire_rapids", "Intel Xeon Scalable, fourth generation", 64, kNcclSplits, 48, 25,
     "assumed: one of three or four links; Intel UPI 2.0: 16 GT/s x 3 B", 22, 307.2,
     "Intel, Xeon Platinum 8480+: eight channels of DDR5-4800"},
    {"epyc_rome", "AMD EPYC 7002", 0, kNcclPasses, 32, 50,
     "assumed: one of three or four links; AMD xGMI: 16 GT/s x 2 B", 16, 204.8,
     "AMD, EPYC 7742: eight channels of DDR4-3200"},
    {"epyc_milan", "AMD EPYC 7003", 0, kNcclPasses, 36, 50,
     "assumed: one of three or four links; AMD xGMI: 18 GT/s x 2 B", 16, 204.8,
     "AMD, EPYC 7763: eight channels of DDR4-3200"},
    {"epyc_genoa", "AMD EPYC 9004", 0, kNcclPasses, 64, 50,
     "assumed: one of three or four links; AMD xGMI: 32 GT/s x 2 B", 16, 460.8,
     "AMD, EPYC 9654: twelve channels of DDR5-4800"},
    {"epyc_turin", "AMD EPYC 9005", 0, kNcclPasses, 64, 50,
     "assumed: one of three or four links; AMD xGMI: 32 GT/s x 2 B", 16, 576,
     "AMD, EPYC 9755: twelve channels of DDR5-6000"},
    {"grace", "NVIDIA Grace", 0, kUnknownPasses, 450, 100,
     "assumed: all of NVIDIA NVLink-C2C between two Grace: 900 GB/s both ways", 0, 500,
     "NVIDIA, Grace CPU Superchip: up to 1 TB/s for two"},
}};

/// Returns the preset of a name; an empty name means "generic". Null: there is none.
const CpuPreset* cpu_preset(std::string_view name);
/// "generic, xeon_haswell, ...", for messages.
std::string cpu_preset_list();

/// A number of lines of 64 B, and the values between which it was chosen.
struct LinesInFlight {
  unsigned lines;
  unsigned low;
  unsigned high;
};
/// Returns how many lines of peer traffic are on their way between two sockets at most. `low` gives
/// NCCL's rate over a round trip of `seconds`, `high` the payload rate of one link; `lines` is the
/// middle of both by ratio. Precondition: cpu.nccl_rate > 0. `packet_share`: part of the link's
/// rate that is payload.
LinesInFlight lines_in_flight(const CpuPreset& cpu, double seconds, double packet_share);

}  // namespace gf::model
