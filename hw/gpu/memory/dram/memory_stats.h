// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stats/stats.h"
#include "core/trace/probe.h"

namespace gf::hw::gpu {

/// Statistics of the memory of one GPU. A stall is time in which the first request of a queue could
/// not move, summed over the queues.
struct MemoryStats : core::StatGroup {
  explicit MemoryStats(const sc_core::sc_object& owner) : StatGroup(owner) {}
  using Unit = core::Unit;

  core::Counter sm_requests{*this, "sm_requests", Unit::kCount, "requests taken from SMs"};
  core::Counter tlb_hits{*this, "tlb_hits", Unit::kCount, "translations found in the TLB"};
  core::Counter tlb_misses{*this, "tlb_misses", Unit::kCount,
                           "translations that needed a page walk"};
  core::Counter shootdowns{*this, "shootdowns", Unit::kCount,
                           "translations discarded by shootdowns"};
  core::Counter faults{*this, "faults", Unit::kCount, "entries put into the fault buffer"};
  core::Counter fault_merges{*this, "fault_merges", Unit::kCount,
                             "requests whose page already had a fault entry"};
  core::Counter read_hits{*this, "l2_read_hits", Unit::kCount,
                          "reads with all sectors in the cache"};
  core::Counter read_misses{*this, "l2_read_misses", Unit::kCount, "reads that started a miss"};
  core::Counter read_merges{*this, "l2_read_merges", Unit::kCount,
                            "reads that joined a miss under way"};
  core::Counter writes{*this, "l2_writes", Unit::kCount, "writes of whole sectors"};
  core::Counter write_hits{*this, "l2_partial_write_hits", Unit::kCount,
                           "partial writes of sectors in the cache"};
  core::Counter write_misses{*this, "l2_partial_write_misses", Unit::kCount,
                             "partial writes of sectors that had to be read first"};
  core::Counter atomic_hits{*this, "l2_atomic_hits", Unit::kCount,
                            "atomics on sectors in the cache"};
  core::Counter atomic_misses{*this, "l2_atomic_misses", Unit::kCount,
                              "atomics on sectors that had to be read first"};
  core::Counter write_backs{*this, "l2_write_backs", Unit::kCount,
                            "lines written back because of dirty sectors"};
  core::Counter streams{*this, "streams", Unit::kCount,
                        "bulk streams: slices of memory that a warp reads and writes end to end"};
  core::Counter stream_bytes{*this, "stream_bytes", Unit::kBytes,
                             "bytes read and written by streams"};
  core::Counter dram_reads{*this, "dram_reads", Unit::kCount, "read accesses to DRAM"};
  core::Counter dram_writes{*this, "dram_writes", Unit::kCount, "write accesses to DRAM"};
  core::Counter dram_read_bytes{*this, "dram_read_bytes", Unit::kBytes, "bytes read from DRAM"};
  core::Counter dram_write_bytes{*this, "dram_write_bytes", Unit::kBytes, "bytes written to DRAM"};
  core::Counter row_hits{*this, "row_hits", Unit::kCount, "accesses to an open row"};
  core::Counter row_misses{*this, "row_misses", Unit::kCount, "accesses that had to open a row"};
  core::Duration dram_busy{*this, "dram_busy",
                           "time that data occupied a channel's bus, summed over channels"};
  core::Counter remote_hits{*this, "remote_hits", Unit::kCount,
                            "reads of peers' lines found in this cache"};
  core::Counter remote_merges{*this, "remote_merges", Unit::kCount,
                              "reads of peers' lines that were already being fetched"};
  core::Counter remote_misses{*this, "remote_misses", Unit::kCount,
                              "reads of peers' lines fetched into this cache"};
  core::Counter peer_reads{*this, "peer_reads", Unit::kCount, "reads sent to peers"};
  core::Counter peer_writes{*this, "peer_writes", Unit::kCount, "writes sent to peers"};
  core::Counter peer_atomics{*this, "peer_atomics", Unit::kCount, "atomics sent to peers"};
  core::Counter peer_read_bytes{*this, "peer_read_bytes", Unit::kBytes,
                                "bytes requested from peers"};
  core::Counter peer_write_bytes{*this, "peer_write_bytes", Unit::kBytes,
                                 "bytes sent to peers by writes and atomics"};
  core::Counter served{*this, "served", Unit::kCount, "peers' accesses served"};
  core::Counter served_read_bytes{*this, "served_read_bytes", Unit::kBytes, "bytes read by peers"};
  core::Counter served_write_bytes{*this, "served_write_bytes", Unit::kBytes,
                                   "bytes written or modified by peers"};
  core::Counter refused{*this, "refused", Unit::kCount, "accesses by or to peers that failed"};

  core::Duration walk_wait{*this, "stall.walk", "time waited for a page walk"};
  core::Duration no_walk{*this, "stall.no_walk", "time waited for a free page walker"};
  core::Duration fault_wait{*this, "stall.fault",
                            "time waited for the driver to map a managed page"};
  core::Duration no_fault_entry{*this, "stall.fault_buffer_full",
                                "time waited for a free entry of the fault buffer"};
  core::Duration slice_full{*this, "stall.slice_full", "time waited for room in the slice's queue"};
  core::Duration mshr_full{*this, "stall.mshr_full", "time waited for a free MSHR of the slice"};
  core::Duration set_full{*this, "stall.set_full",
                          "time waited while all ways of the set waited for DRAM"};
  core::Duration dram_full{*this, "stall.dram_full", "time waited for room in the channel's queue"};
  core::Duration atomic_busy{*this, "stall.atomic_busy", "time waited for the slice's atomic unit"};
  core::Duration no_peer_slot{*this, "stall.no_peer_slot", "time waited for a free peer request"};
  core::Duration peer_busy{*this, "stall.peer_busy",
                           "time waited for the fabric to accept the previous request, all ways "
                           "out added up"};
  core::Counter queue_full{*this, "queue_full", Unit::kCount,
                           "requests that found a full queue at the SM's port"};
};

/// Waveform probes of the memory of one GPU.
struct MemoryProbes {
  explicit MemoryProbes(const std::string& path) : path_(path) {}

 private:
  const std::string path_;

 public:
  core::Probe port_queue{path_ + ".port_queue", 16, "requests at the ports of the crossbar"};
  core::Probe l2_queue{path_ + ".l2_queue", 16, "requests on their way to slices or waiting there"};
  core::Probe l2_misses{path_ + ".l2_misses", 16, "lines with an outstanding miss"};
  core::Probe dram_queue{path_ + ".dram_queue", 16, "accesses waiting for a channel"};
  core::Probe dram_busy{path_ + ".dram_busy", 8, "channels moving data"};
  core::Probe peer_requests{path_ + ".peer_requests", 16, "SM requests under way to peers"};
};

}  // namespace gf::hw::gpu
