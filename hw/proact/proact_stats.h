// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stats/stats.h"
#include "core/trace/probe.h"

namespace gf::hw::proact {

/// Statistics of PROACT's hardware in one GPU.
struct ProactStats : core::StatGroup {
  explicit ProactStats(const sc_core::sc_object& owner) : StatGroup(owner) {}
  using Unit = core::Unit;

  core::Counter snooped{*this, "snooped", Unit::kCount, "writes to lines of tracked regions"};
  core::Counter updates{*this, "updates", Unit::kCount, "decrements of counters"};
  core::Counter counter_misses{*this, "counter_misses", Unit::kCount,
                               "lines of counters read from memory"};
  core::Counter counter_write_backs{*this, "counter_write_backs", Unit::kCount,
                                    "lines of counters written to memory"};
  core::Counter cta_spills{*this, "cta_spills", Unit::kCount,
                           "chunks of CTAs noted in memory because the table was full"};
  core::Counter queue_overflows{*this, "queue_overflows", Unit::kCount,
                                "updates that found their queue full"};
  core::Counter deepest_queue{*this, "deepest_queue", Unit::kCount,
                              "maximum depth of the queue of waiting updates"};
  core::Counter table_accesses{*this, "table_accesses", Unit::kCount,
                               "memory accesses for counters, CTAs and descriptors"};
  core::Counter table_bytes{*this, "table_bytes", Unit::kBytes, "bytes of these accesses"};
  core::Duration port_busy{*this, "stall.port_busy", "time that updates waited for a port"};
  core::Duration miss_wait{*this, "stall.miss_wait",
                           "time that updates waited for a free miss entry"};

  core::Counter ready{*this, "chunks_ready", Unit::kCount, "counters that reached zero"};
  core::Counter sent{*this, "chunks_sent", Unit::kCount, "chunks that reached all destinations"};
  core::Counter early{*this, "chunks_flushed", Unit::kCount,
                      "chunks transferred before their counter reached zero"};
  core::Counter releases{*this, "releases", Unit::kCount, "system-scope fences by warps"};
  core::Counter packets{*this, "packets", Unit::kCount, "packets read"};
  core::Counter read_bytes{*this, "read_bytes", Unit::kBytes,
                           "bytes read, once for all destinations"};
  core::Counter written_bytes{*this, "written_bytes", Unit::kBytes,
                              "bytes written, at all destinations together"};
  core::Duration busy{*this, "busy", "time that the agent had at least one chunk"};
  core::Duration no_descriptor{*this, "stall.no_descriptor",
                               "time that chunks waited for a free descriptor"};
  core::Duration fetching{*this, "stall.fetch",
                          "time with nothing to read while descriptors were being fetched"};
  core::Duration buffer_full{*this, "stall.buffer_full",
                             "time that packets waited for room in the buffer"};
  core::Duration reading{*this, "packet_read", "time that packets waited for local memory, summed"};
  core::Duration writing{*this, "packet_write",
                         "time that packets waited for destinations, summed"};

  core::Counter underflows{*this, "errors.underflow", Unit::kCount,
                           "writers beyond the expected number"};
  core::Counter late_writes{*this, "errors.write_after_zero", Unit::kCount,
                            "writes after all writers of the chunk had finished"};
  core::Counter unexpected{*this, "errors.unexpected", Unit::kCount,
                           "writes to chunks that have no writer in the map"};
  core::Counter refused{*this, "errors.refused", Unit::kCount, "packets that a peer refused"};

  core::Counter counter_bits{*this, "bits.counters", Unit::kCount, "bits of the counter memory"};
  core::Counter tag_bits{*this, "bits.tags", Unit::kCount,
                         "bits of the counter memory's tags and states"};
  core::Counter cta_bits{*this, "bits.ctas", Unit::kCount, "bits for the chunks of resident CTAs"};
  core::Counter queue_bits{*this, "bits.queues", Unit::kCount,
                           "bits for waiting updates and misses"};
  core::Counter buffer_bits{*this, "bits.buffer", Unit::kCount,
                            "bits of the agent's packet buffer"};
  core::Counter descriptor_bits{*this, "bits.descriptors", Unit::kCount,
                                "bits for the descriptors of chunks under way"};
};

/// Waveforms of PROACT's hardware in one GPU.
struct ProactProbes {
  explicit ProactProbes(const std::string& path) : path_(path) {}

 private:
  const std::string path_;

 public:
  core::Probe updates{path_ + ".updates", 16, "updates waiting"};
  core::Probe state{path_ + ".agent", 2, "0 idle, 1 fetching descriptors, 2 moving, 3 buffer full"};
  core::Probe waiting{path_ + ".chunks_waiting", 24, "chunks ready and waiting"};
  core::Probe under_way{path_ + ".chunks_under_way", 16, "chunks being moved by the agent"};
  core::Probe buffer{path_ + ".packets", 16, "packets in the buffer"};
};

}  // namespace gf::hw::proact
