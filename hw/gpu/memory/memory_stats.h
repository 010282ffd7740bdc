// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/probe.h"
#include "core/stats.h"

namespace gf::hw::gpu {

/// Statistics of the memory of one GPU. Stalls are times in which the first of a queue could not
/// move, added up over the queues.
struct MemoryStats : core::StatGroup {
  explicit MemoryStats(const sc_core::sc_object& owner) : StatGroup(owner) {}
  using Unit = core::Unit;

  core::Counter sm_requests{*this, "sm_requests", Unit::kCount, "requests taken from SMs"};
  core::Counter tlb_hits{*this, "tlb_hits", Unit::kCount, "translations at hand"};
  core::Counter tlb_misses{*this, "tlb_misses", Unit::kCount, "translations that wait for a walk"};
  core::Counter shootdowns{*this, "shootdowns", Unit::kCount, "translations thrown away"};
  core::Counter faults{*this, "faults", Unit::kCount, "entries put into the fault buffer"};
  core::Counter fault_merges{*this, "fault_merges", Unit::kCount,
                             "requests whose page has an entry already"};
  core::Counter read_hits{*this, "l2_read_hits", Unit::kCount, "reads with all sectors there"};
  core::Counter read_misses{*this, "l2_read_misses", Unit::kCount, "reads that wait for DRAM"};
  core::Counter read_merges{*this, "l2_read_merges", Unit::kCount,
                            "reads that wait for a miss under way"};
  core::Counter writes{*this, "l2_writes", Unit::kCount, "writes of whole sectors"};
  core::Counter write_hits{*this, "l2_partial_write_hits", Unit::kCount,
                           "writes of parts of sectors that are there"};
  core::Counter write_misses{*this, "l2_partial_write_misses", Unit::kCount,
                             "writes of parts of sectors that must be read first"};
  core::Counter atomic_hits{*this, "l2_atomic_hits", Unit::kCount, "atomics on sectors there"};
  core::Counter atomic_misses{*this, "l2_atomic_misses", Unit::kCount,
                              "atomics on sectors that must be read first"};
  core::Counter write_backs{*this, "l2_write_backs", Unit::kCount, "lines with dirty sectors"};
  core::Counter dram_reads{*this, "dram_reads", Unit::kCount, "accesses"};
  core::Counter dram_writes{*this, "dram_writes", Unit::kCount, "accesses"};
  core::Counter dram_read_bytes{*this, "dram_read_bytes", Unit::kBytes, "read from DRAM"};
  core::Counter dram_write_bytes{*this, "dram_write_bytes", Unit::kBytes, "written to DRAM"};
  core::Counter row_hits{*this, "row_hits", Unit::kCount, "accesses to an open row"};
  core::Counter row_misses{*this, "row_misses", Unit::kCount, "accesses that open a row"};
  core::Duration dram_busy{*this, "dram_busy", "data on a channel's bus, over all channels"};
  core::Counter peer_reads{*this, "peer_reads", Unit::kCount, "reads sent to peers"};
  core::Counter peer_writes{*this, "peer_writes", Unit::kCount, "writes sent to peers"};
  core::Counter peer_atomics{*this, "peer_atomics", Unit::kCount, "atomics sent to peers"};
  core::Counter peer_read_bytes{*this, "peer_read_bytes", Unit::kBytes, "asked of peers"};
  core::Counter peer_write_bytes{*this, "peer_write_bytes", Unit::kBytes,
                                 "sent to peers by writes and atomics"};
  core::Counter served{*this, "served", Unit::kCount, "accesses of peers"};
  core::Counter served_read_bytes{*this, "served_read_bytes", Unit::kBytes, "read by peers"};
  core::Counter served_write_bytes{*this, "served_write_bytes", Unit::kBytes,
                                   "written and modified by peers"};
  core::Counter refused{*this, "refused", Unit::kCount, "accesses of or to peers that failed"};

  core::Duration walk_wait{*this, "stall.walk", "waiting for a page walk"};
  core::Duration no_walk{*this, "stall.no_walk", "all page walks taken"};
  core::Duration fault_wait{*this, "stall.fault", "waiting for the driver to map a managed page"};
  core::Duration no_fault_entry{*this, "stall.fault_buffer_full", "all fault entries taken"};
  core::Duration slice_full{*this, "stall.slice_full", "no place at the slice"};
  core::Duration mshr_full{*this, "stall.mshr_full", "all MSHRs of the slice taken"};
  core::Duration set_full{*this, "stall.set_full", "all ways of the set wait for DRAM"};
  core::Duration dram_full{*this, "stall.dram_full", "no place at the channel"};
  core::Duration atomic_busy{*this, "stall.atomic_busy", "atomic unit of the slice busy"};
  core::Duration no_peer_slot{*this, "stall.no_peer_slot", "all peer requests taken"};
  core::Duration peer_busy{*this, "stall.peer_busy", "the fabric has not taken the last request"};
  core::Counter queue_full{*this, "queue_full", Unit::kCount,
                           "requests that SMs could not hand over"};
};

/// What a waveform shows of the memory of one GPU.
struct MemoryProbes {
  explicit MemoryProbes(const std::string& path) : path_(path) {}

 private:
  const std::string path_;

 public:
  core::Probe port_queue{path_ + ".port_queue", 16, "requests at the ports of the crossbar"};
  core::Probe l2_queue{path_ + ".l2_queue", 16, "requests on their way to slices, or there"};
  core::Probe l2_misses{path_ + ".l2_misses", 16, "lines with a miss under way"};
  core::Probe dram_queue{path_ + ".dram_queue", 16, "accesses that wait for a channel"};
  core::Probe dram_busy{path_ + ".dram_busy", 8, "channels that move data"};
  core::Probe peer_requests{path_ + ".peer_requests", 16, "requests of SMs that peers have"};
};

}  // namespace gf::hw::gpu
