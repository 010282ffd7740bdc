// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/memory_params.h"

#include "core/error.h"
#include "hw/gpu/memory_port_if.h"

namespace gf::hw::gpu {
namespace {

using core::between;

void declare_crossbar(MemoryParams& p, const core::ParamScope& scope) {
  scope.add("sm_queue", p.sm_queue, "requests that wait at each port of the crossbar", "assumed",
            between(1u, 4096u));
  scope.add("xbar_latency", p.xbar_latency, "cycles through the crossbar, each way", "assumed",
            between(1u, 900u));
  scope.add("xbar_width", p.xbar_width, "bytes a cycle and port, each way", "assumed: as V100",
            between(8u, 1024u));
  scope.add("tlb_entries", p.tlb_entries, "pages whose translation is kept", "assumed",
            between(1u, 1u << 20));
  scope.add("tlb_ways", p.tlb_ways, "associativity of the TLB", "assumed", between(1u, 64u));
  scope.add("walk_latency", p.walk_latency, "cycles of a page walk", "assumed",
            between(1u, 1000000u));
  scope.add("walks", p.walks, "page walks under way at once", "assumed", between(1u, 1024u));
  scope.add("fault_entries", p.fault_entries, "faults of managed pages that wait for the driver",
            "assumed", between(1u, 1u << 20));
}

void declare_l2(MemoryParams& p, const core::ParamScope& scope) {
  scope.add("slices", p.slices, "slices of the level 2 cache", "assumed", between(1u, 64u));
  scope.add("l2", p.l2, "size of the level 2 cache, all slices",
            "assumed: baseline of [NUMA17] as recalled, 4 MB",
            between(core::kibibytes(4), core::mebibytes(1024)));
  scope.add("l2_ways", p.l2_ways, "associativity", "assumed: as l2", between(1u, 16u));
  scope.add("slice_queue", p.slice_queue, "requests on their way to a slice, or waiting there",
            "assumed", between(1u, 4096u));
  scope.add("tag_latency", p.tag_latency, "cycles until a slice knows hit from miss", "assumed",
            between(1u, 1000u));
  scope.add("data_latency", p.data_latency, "cycles from there, or from the fill, to the answer",
            "assumed", between(1u, 900u));
  scope.add("mshrs", p.mshrs, "lines of a slice with a miss under way", "assumed",
            between(1u, 4096u));
  scope.add("atomic_width", p.atomic_width, "bytes a cycle and slice that atomics modify",
            "assumed", between(1u, 128u));
}

void declare_dram(MemoryParams& p, const core::ParamScope& scope) {
  scope.add("channels", p.channels, "channels of the DRAM", "assumed", between(1u, 64u));
  scope.add("channel_rate", p.channel_rate, "bandwidth of a channel",
            "assumed: baseline of [NUMA17] as recalled, 768 GB/s in all",
            between(core::gigabytes_per_second(0.1), core::gigabytes_per_second(10000)));
  scope.add("dram_latency", p.dram_latency, "request at the channel to first byte, row not open",
            "assumed: baseline of [NUMA17] as recalled, 100 ns",
            between(sc_core::sc_time(1, sc_core::SC_NS), sc_core::sc_time(10, sc_core::SC_US)));
  scope.add("row_open", p.row_open, "part of dram_latency that an open row saves", "assumed",
            between(sc_core::sc_time(1, sc_core::SC_PS), sc_core::sc_time(10, sc_core::SC_US)));
  scope.add("banks", p.banks, "banks of a channel", "assumed", between(1u, 256u));
  scope.add("row", p.row, "bytes of a row of a bank", "assumed",
            between(core::Bytes(kLineBytes), core::kibibytes(64)));
  scope.add("dram_queue", p.dram_queue, "accesses that wait at a channel", "assumed",
            between(2u, 4096u));
}

void declare_peers(MemoryParams& p, const core::ParamScope& scope) {
  scope.add("peer_ports", p.peer_ports,
            "ports of the crossbar to peers, from peers, and of the copy engine, each", "assumed",
            between(1u, 8u));
  scope.add("peer_requests", p.peer_requests, "accesses to peers' memories, unanswered", "assumed",
            between(4u, 65536u));
  scope.add("peer_queue", p.peer_queue, "lines of peers' accesses that wait at each port",
            "assumed", between(1u, 65536u));
  scope.add("real_bytes", p.real_bytes, "memory has contents, moved by the sockets and by copies",
            "test aid");
}

}  // namespace

void CopyParams::declare(const core::ParamScope& scope) {
  scope.add("engines", engines, "copy engines, which work side by side", "assumed",
            between(1u, 16u));
  scope.add("chunk", chunk, "bytes that are read and written as one access", "assumed",
            between(core::Bytes(kLineBytes), core::Bytes(4096)));
  scope.add("requests", requests, "chunks under way", "assumed", between(1u, 4096u));
  scope.add("setup", setup, "before the first chunk of each copy", "assumed");
}

void CopyParams::validate(const std::string& path) const {
  if (chunk.count() % kLineBytes != 0) {
    core::fail_config(path + ".copy", "chunk", core::to_text(chunk), "a multiple of 128 B",
                      "128 B and 256 B are usual");
  }
}

void MemoryParams::declare(const core::ParamScope& scope) {
  declare_crossbar(*this, scope);
  declare_l2(*this, scope);
  declare_dram(*this, scope);
  declare_peers(*this, scope);
  copy.declare(scope.child("copy"));
}

void MemoryParams::validate(const std::string& path) const {
  const auto fail = [&](const char* field, const std::string& value, const std::string& legal,
                        const char* hint) { core::fail_config(path, field, value, legal, hint); };
  if (slices % channels != 0) {
    fail("slices", std::to_string(slices), "a multiple of channels = " + std::to_string(channels),
         "each slice belongs to one channel");
  }
  const std::uint64_t set_row = std::uint64_t{slices} * l2_ways * kLineBytes;
  if (l2.count() < set_row || l2.count() % set_row != 0) {
    fail("l2", core::to_text(l2),
         "a multiple of slices x l2_ways x 128 B = " + core::to_text(core::Bytes(set_row)),
         "each slice has the same whole number of sets");
  }
  if (tlb_entries % tlb_ways != 0) {
    fail("tlb_entries", std::to_string(tlb_entries),
         "a multiple of tlb_ways = " + std::to_string(tlb_ways), "sets are whole");
  }
  if (row_open >= dram_latency) {
    fail("row_open", core::to_text(row_open),
         "less than dram_latency = " + core::to_text(dram_latency),
         "it is the part of it that an open row saves");
  }
  if (row.count() % kLineBytes != 0) {
    fail("row", core::to_text(row), "a multiple of 128 B", "rows hold whole lines");
  }
  copy.validate(path);
}

}  // namespace gf::hw::gpu
