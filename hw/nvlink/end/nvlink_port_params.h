// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <systemc>

#include "core/base/units.h"
#include "core/param/param.h"
#include "hw/nvlink/lanes/nvlink_packet.h"

namespace gf::hw::nvlink {

/// Parameters of a GPU's port.
struct NvlinkPortParams : core::ParamGroup {
  /// Parameters that have no effect if each peer has one link and no port relays.
  inline static const Names kSeveralWays = {"relay_latency", "spread", "granule"};

  core::Param<sc_core::sc_time> send_latency =
      param("send_latency", sc_core::sc_time(10, sc_core::SC_NS),
            "latency from the GPU's access to the first bit of its packet", "assumed");
  core::Param<sc_core::sc_time> receive_latency =
      param("receive_latency", sc_core::sc_time(10, sc_core::SC_NS),
            "latency from the last bit received to the memory or the GPU", "assumed");
  core::Param<sc_core::sc_time> write_answer_latency = param(
      "write_answer_latency", sc_core::sc_time(50, sc_core::SC_NS),
      "latency from a write's completion in the peer's memory to its answer at the GPU", "assumed");
  core::Param<sc_core::sc_time> relay_latency = param(
      "relay_latency", sc_core::sc_time(200, sc_core::SC_NS),
      "latency from last bit in to first bit out of a packet that a GPU's port relays", "assumed",
      {},
      core::plausible(sc_core::sc_time(50, sc_core::SC_NS), sc_core::sc_time(1, sc_core::SC_US),
                      "at least a switch's hop; at most about the latency of a peer's memory"));
  core::Param<std::string> spread =
      param("spread", "interleave",
            "choice among several paths to a peer, by address: in turn (interleave) or hashed",
            "assumed: packets of a granule keep their order", core::one_of({"interleave", "hash"}));
  core::Param<core::Bytes> granule = param(
      "granule", core::Bytes(kMaxPayload),
      "size of the address blocks of a peer's memory that share one path", "assumed",
      core::power_of_two(core::Bytes(kMaxPayload), core::Bytes(1ull << 30)),
      core::plausible(core::Bytes(kMaxPayload), core::kibibytes(64), "a packet; at most a page"));
  core::Param<unsigned> request_queue =
      param("request_queue", 64u, "capacity of each link's queue of request packets", "assumed",
            core::between(1u, 1u << 16));
  core::Param<std::string> ways = param(
      "ways", "one",
      "accesses of the GPU that wait for each other: all (one), or those by the same links (each)",
      "assumed: one, with which the numbers of [NUMA17] and [PROACT21] were recorded",
      core::one_of({"one", "each"}));
  core::Param<unsigned> reads_at_memory =
      param("reads_at_memory", 1024u, "maximum unanswered reads and atomics of peers", "assumed",
            core::between(1u, 1u << 16));
  core::Param<unsigned> outstanding =
      param("outstanding", 2048u, "maximum outstanding accesses of the GPU", "assumed",
            core::between(1u, 1u << 16));
};

}  // namespace gf::hw::nvlink
