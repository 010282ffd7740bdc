// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/params.h"

namespace gf::hw::gpu {

/// Field = meaning, unit, [source key in README.md] or [assumed].
struct CopyParams {
  unsigned engines = 1;                       ///< Side by side, a copy each [assumed]
  core::Bytes chunk{256};                     ///< Read and written as one access [assumed]
  unsigned requests = 256;                    ///< Chunks under way [assumed]
  sc_core::sc_time setup{1, sc_core::SC_US};  ///< Before the first chunk of each copy [assumed]

  void declare(const core::ParamScope& scope);
  void validate(const std::string& path) const;
};

/// The memory of one GPU below its L1s. Cycles are those of the GPU's clock.
struct MemoryParams {
  // From and to the SMs.
  unsigned sm_queue = 16;      ///< Requests at each port of the crossbar [assumed]
  unsigned xbar_latency = 20;  ///< Cycles, each way [assumed]
  unsigned xbar_width = 64;    ///< Bytes a cycle and port, each way [assumed: as V100]
  // Translation.
  unsigned tlb_entries = 4096;    ///< Pages [assumed]
  unsigned tlb_ways = 8;          ///< [assumed]
  unsigned walk_latency = 400;    ///< Cycles [assumed]
  unsigned walks = 16;            ///< Under way at once [assumed]
  unsigned fault_entries = 2048;  ///< Faults that wait for the driver [assumed]
  // Level 2.
  unsigned slices = 16;                 ///< [assumed]
  core::Bytes l2 = core::mebibytes(4);  ///< All slices [C]
  unsigned l2_ways = 16;                ///< [C]
  unsigned slice_queue = 64;            ///< Requests on their way to a slice, or there [assumed]
  unsigned tag_latency = 10;            ///< Cycles to know hit from miss [assumed]
  unsigned data_latency = 30;           ///< Cycles to read a line [assumed]
  unsigned mshrs = 128;                 ///< Lines with a miss under way, each slice [assumed]
  unsigned atomic_width = 32;           ///< Bytes a cycle and slice that atomics modify [assumed]
  // DRAM.
  unsigned channels = 16;                                        ///< [assumed]
  core::ByteRate channel_rate = core::gigabytes_per_second(48);  ///< 768 GB/s in all [C]
  sc_core::sc_time dram_latency{100, sc_core::SC_NS};  ///< Request to first byte, row not open [C]
  sc_core::sc_time row_open{28, sc_core::SC_NS};  ///< Part of it; an open row saves it [assumed]
  unsigned banks = 16;                            ///< Of a channel [assumed]
  core::Bytes row{2048};                          ///< Open at once, each bank [assumed]
  unsigned dram_queue = 64;                       ///< Accesses not begun, each channel [assumed]
  // Peers.
  unsigned peer_ports = 4;       ///< Ways out, ways in, of the copy engine: each [assumed]
  unsigned peer_requests = 512;  ///< Of this GPU's SMs, unanswered [assumed]
  unsigned peer_queue = 64;      ///< Lines of peers' requests that wait at each way in [assumed]
  bool real_bytes = false;       ///< Memory has contents [test aid]
  CopyParams copy;

  void declare(const core::ParamScope& scope);
  /// Throws UserError naming `path`, the field, its value and the legal range.
  void validate(const std::string& path) const;
};

}  // namespace gf::hw::gpu
