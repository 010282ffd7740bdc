// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>

#include "core/base/units.h"
#include "core/param/param.h"
#include "hw/gpu/memory_port_if.h"

namespace gf::hw::gpu {

/// Parameters of the copy engines of one GPU.
struct CopyParams : core::ParamGroup {
  core::Param<unsigned> engines = param("engines", 1u, "copy engines that work concurrently",
                                        "assumed", core::between(1u, 16u));
  core::Param<core::Bytes> chunk =
      param("chunk", core::Bytes(256), "bytes read and written in one access", "assumed",
            core::multiple_of(core::Bytes(kLineBytes), core::Bytes(kLineBytes), core::Bytes(4096)));
  core::Param<unsigned> requests =
      param("requests", 256u, "maximum chunks under way", "assumed", core::between(1u, 16384u));
  core::Param<sc_core::sc_time> setup = param(
      "setup", sc_core::sc_time(1, sc_core::SC_US),
      "setup time before the first chunk of each copy", "assumed", {},
      core::plausible(sc_core::sc_time(200, sc_core::SC_NS), sc_core::sc_time(10, sc_core::SC_US),
                      "at least a descriptor read over PCIe; at most the whole time of a short "
                      "copy between GPUs"));
};

/// Parameters of the memory of one GPU below its L1s. Cycles are those of the GPU's clock.
struct MemoryParams : core::ParamGroup {
  // From and to the SMs.
  core::Param<unsigned> sm_queue =
      param("sm_queue", 16u, "capacity of the request queue at each crossbar port", "assumed",
            core::between(1u, 16384u));
  core::Param<unsigned> xbar_latency =
      param("xbar_latency", 20u, "cycles through the crossbar in each direction", "assumed",
            core::between(1u, 900u));
  core::Param<unsigned> xbar_width =
      param("xbar_width", 64u, "bytes per cycle through each crossbar port in each direction",
            "assumed: as V100", core::between(8u, 1024u));
  // Translation.
  core::Param<unsigned> tlb_entries = param("tlb_entries", 4096u, "translations that the TLB holds",
                                            "assumed", core::between(1u, 1u << 20));
  core::Param<unsigned> tlb_ways =
      param("tlb_ways", 8u, "associativity of the TLB", "assumed", core::between(1u, 64u));
  core::Param<unsigned> walk_latency =
      param("walk_latency", 400u, "cycles per page walk", "assumed", core::between(1u, 1000000u));
  core::Param<unsigned> walks =
      param("walks", 16u, "maximum concurrent page walks", "assumed", core::between(1u, 1024u));
  core::Param<unsigned> fault_entries = param(
      "fault_entries", 2048u, "capacity of the fault buffer, in faults that wait for the driver",
      "assumed", core::between(1u, 1u << 20));
  // Level 2.
  core::Param<unsigned> slices =
      param("slices", 16u, "slices of the level 2 cache", "assumed", core::between(1u, 64u),
            core::experiment_choice("goes with channels"));
  core::Param<core::Bytes> l2 =
      param("l2", core::mebibytes(4), "size of the level 2 cache, all slices together",
            "assumed: baseline of [NUMA17] as recalled, 4 MB",
            core::between(core::kibibytes(4), core::mebibytes(1024)));
  core::Param<unsigned> l2_ways = param("l2_ways", 16u, "associativity of the level 2 cache",
                                        "assumed: as l2", core::between(1u, 16u));
  core::Param<unsigned> slice_queue =
      param("slice_queue", 64u, "maximum requests on their way to a slice or waiting there",
            "assumed", core::between(1u, 16384u));
  core::Param<unsigned> remote_ways = param(
      "remote_ways", 0u,
      "ways of the level 2 cache that hold lines of peers' memories instead of its own; 0: none",
      "assumed: level 2 caches at the memory, as in the baseline of [NUMA17] as recalled",
      core::between(0u, 15u));
  core::Param<unsigned> tag_latency =
      param("tag_latency", 10u, "cycles until a slice knows whether a request hits", "assumed",
            core::between(1u, 1000u));
  core::Param<unsigned> data_latency =
      param("data_latency", 30u, "cycles from a known hit, or from the fill, to the answer",
            "assumed", core::between(1u, 900u));
  core::Param<unsigned> mshrs =
      param("mshrs", 128u, "maximum lines per slice with an outstanding miss", "assumed",
            core::between(1u, 16384u));
  core::Param<unsigned> atomic_width =
      param("atomic_width", 32u, "bytes per cycle that atomics modify in each slice", "assumed",
            core::between(1u, 128u));
  // DRAM.
  core::Param<unsigned> channels =
      param("channels", 16u, "DRAM channels", "assumed", core::between(1u, 64u),
            core::experiment_choice(
                "memory bandwidth is channels x channel_rate, and channel_rate is varied"));
  core::Param<core::ByteRate> channel_rate =
      param("channel_rate", core::gigabytes_per_second(48), "bandwidth of a DRAM channel",
            "assumed: baseline of [NUMA17] as recalled, 768 GB/s in all",
            core::between(core::gigabytes_per_second(0.1), core::gigabytes_per_second(10000)));
  core::Param<sc_core::sc_time> dram_latency = param(
      "dram_latency", sc_core::sc_time(100, sc_core::SC_NS),
      "latency from a request at the channel to its first byte when its row is not open",
      "assumed: baseline of [NUMA17] as recalled, 100 ns",
      core::between(sc_core::sc_time(1, sc_core::SC_NS), sc_core::sc_time(10, sc_core::SC_US)),
      core::plausible(sc_core::sc_time(60, sc_core::SC_NS), sc_core::sc_time(300, sc_core::SC_NS),
                      "a DRAM row miss takes about 45 ns; queues in the controller make it several "
                      "times longer"));
  core::Param<sc_core::sc_time> row_open = param(
      "row_open", sc_core::sc_time(28, sc_core::SC_NS),
      "part of dram_latency that an open row saves", "assumed",
      core::between(sc_core::sc_time(1, sc_core::SC_PS), sc_core::sc_time(10, sc_core::SC_US)));
  core::Param<unsigned> banks =
      param("banks", 16u, "banks per channel", "assumed", core::between(1u, 256u));
  /// Each bank has one open row.
  core::Param<core::Bytes> row = param(
      "row", core::Bytes(2048), "size of a row of a bank", "assumed",
      core::multiple_of(core::Bytes(kLineBytes), core::Bytes(kLineBytes), core::kibibytes(64)));
  core::Param<sc_core::sc_time> turn = param(
      "turn", sc_core::SC_ZERO_TIME,
      "time for which a channel's bus is idle between a write and a read behind it; 0: reads and "
      "writes mix freely",
      "assumed: none, as in the baseline of [NUMA17] as recalled",
      core::between(sc_core::SC_ZERO_TIME, sc_core::sc_time(1, sc_core::SC_US)));
  core::Param<double> refresh =
      param("refresh", 0.0, "share of a channel's rate that refreshes cost", "assumed: as turn",
            core::between(0.0, 0.5));
  core::Param<unsigned> dram_queue =
      param("dram_queue", 64u, "capacity of each channel's queue of accesses", "assumed",
            core::between(2u, 4096u));
  // Streams.
  core::Param<core::Bytes> stream_step =
      param("stream_step", core::Bytes(4096),
            "maximum bytes of a stream reserved at once; at most what its warp has in flight",
            "grain of the model: the widest accesses of eight warps",
            core::power_of_two(core::Bytes(kLineBytes), core::Bytes(4096)));
  // Peers.
  core::Param<unsigned> peer_ports =
      param("peer_ports", 4u,
            "crossbar ports of each kind (to peers, from peers, copy engines, other units); a line "
            "uses port (address / 128 B) modulo this number",
            "assumed", core::between(1u, 8u));
  core::Param<unsigned> peer_requests =
      param("peer_requests", 2048u, "maximum unanswered accesses to peers' memories",
            "assumed: as many as the NVLink port has", core::between(4u, 65536u));
  core::Param<unsigned> peer_queue =
      param("peer_queue", 64u, "capacity in lines of each port's queue of peers' accesses",
            "assumed", core::between(1u, 65536u));
  core::Param<bool> real_bytes =
      param("real_bytes", false,
            "whether memory holds real data, which sockets and copies transfer", "test aid");
  CopyParams copy;

  MemoryParams() { relate_members(); }
  /// Returns the level 2 ways that hold lines of this GPU's own memory.
  [[nodiscard]] unsigned own_ways() const { return l2_ways - remote_ways; }
  /// Returns the number of crossbar ways to the kept lines of peers, or directly to peers.
  [[nodiscard]] unsigned peer_ways() const {
    return remote_ways == 0 ? peer_ports.get() : std::max(peer_ports.get(), slices.get());
  }
  /// Returns the cycles for which `bytes` hold a port of the crossbar.
  [[nodiscard]] unsigned port_cycles(unsigned bytes) const {
    return bytes <= xbar_width ? 1 : (bytes + xbar_width - 1) / xbar_width;
  }

  void declare(const core::ParamScope& scope);
  /// Throws UserError naming `path`, the field, its value and the legal range.
  void validate(const std::string& path) const;

 private:
  void relate_members();
};

}  // namespace gf::hw::gpu
