// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/probe.h"
#include "core/stats.h"

namespace gf::hw::proact {

/// Statistics of PROACT's hardware in one GPU.
struct ProactStats : core::StatGroup {
  explicit ProactStats(const sc_core::sc_object& owner) : StatGroup(owner) {}
  using Unit = core::Unit;

  core::Counter snooped{*this, "snooped", Unit::kCount, "writes of lines of tracked regions"};
  core::Counter updates{*this, "updates", Unit::kCount, "decrements of counters"};
  core::Counter counter_misses{*this, "counter_misses", Unit::kCount,
                               "lines of counters read from memory"};
  core::Counter counter_write_backs{*this, "counter_write_backs", Unit::kCount,
                                    "lines of counters written to memory"};
  core::Counter cta_spills{*this, "cta_spills", Unit::kCount,
                           "chunks of CTAs noted in memory for want of a place"};
  core::Counter queue_overflows{*this, "queue_overflows", Unit::kCount,
                                "updates beyond the places of their queue"};
  core::Counter deepest_queue{*this, "deepest_queue", Unit::kCount, "updates that waited at most"};
  core::Counter table_accesses{*this, "table_accesses", Unit::kCount,
                               "of memory for counters, CTAs and descriptors"};
  core::Counter table_bytes{*this, "table_bytes", Unit::kBytes, "of them"};
  core::Duration port_busy{*this, "stall.port_busy", "updates wait for a port"};
  core::Duration miss_wait{*this, "stall.miss_wait", "updates wait for all misses taken"};

  core::Counter ready{*this, "chunks_ready", Unit::kCount, "counters that reached zero"};
  core::Counter sent{*this, "chunks_sent", Unit::kCount, "at all destinations"};
  core::Counter early{*this, "chunks_flushed", Unit::kCount, "transfers before the counter's zero"};
  core::Counter releases{*this, "releases", Unit::kCount, "fences of system scope by warps"};
  core::Counter packets{*this, "packets", Unit::kCount, "read"};
  core::Counter read_bytes{*this, "read_bytes", Unit::kBytes, "read, once for all destinations"};
  core::Counter written_bytes{*this, "written_bytes", Unit::kBytes, "written, at all destinations"};
  core::Duration busy{*this, "busy", "the agent has at least one chunk"};
  core::Duration no_descriptor{*this, "stall.no_descriptor", "chunks wait: as many are under way"};
  core::Duration fetching{*this, "stall.fetch", "nothing to read: descriptors are on their way"};
  core::Duration buffer_full{*this, "stall.buffer_full", "packets to read, no place for them"};
  core::Duration reading{*this, "packet_read", "packets wait for local memory, added up"};
  core::Duration writing{*this, "packet_write", "packets wait for destinations, added up"};

  core::Counter underflows{*this, "errors.underflow", Unit::kCount, "writers too many"};
  core::Counter late_writes{*this, "errors.write_after_zero", Unit::kCount, "writes too late"};
  core::Counter unexpected{*this, "errors.unexpected", Unit::kCount,
                           "writes of no expected writer"};
  core::Counter refused{*this, "errors.refused", Unit::kCount, "packets that a peer refused"};

  core::Counter counter_bits{*this, "bits.counters", Unit::kCount, "counter memory"};
  core::Counter tag_bits{*this, "bits.tags", Unit::kCount, "its tags and states"};
  core::Counter cta_bits{*this, "bits.ctas", Unit::kCount, "chunks of resident CTAs"};
  core::Counter queue_bits{*this, "bits.queues", Unit::kCount, "updates and misses that wait"};
  core::Counter buffer_bits{*this, "bits.buffer", Unit::kCount, "packets of the agent"};
  core::Counter descriptor_bits{*this, "bits.descriptors", Unit::kCount, "chunks under way"};
};

/// What a waveform shows of it.
struct ProactProbes {
  explicit ProactProbes(const std::string& path) : path_(path) {}

 private:
  const std::string path_;

 public:
  core::Probe updates{path_ + ".updates", 16, "updates that wait"};
  core::Probe state{path_ + ".agent", 2, "0 idle, 1 fetches descriptors, 2 moves, 3 buffer full"};
  core::Probe waiting{path_ + ".chunks_waiting", 24, "chunks that are ready and wait"};
  core::Probe under_way{path_ + ".chunks_under_way", 16, "chunks that the agent moves"};
  core::Probe buffer{path_ + ".packets", 16, "packets in the buffer"};
};

}  // namespace gf::hw::proact
