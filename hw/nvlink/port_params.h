// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "core/param.h"

namespace gf::hw::nvlink {

/// Parameters of a GPU's port.
struct PortParams : core::ParamGroup {
  core::Param<sc_core::sc_time> send_latency =
      param("send_latency", sc_core::sc_time(10, sc_core::SC_NS),
            "latency from the GPU's access to the first bit of its packet", "assumed");
  core::Param<sc_core::sc_time> receive_latency =
      param("receive_latency", sc_core::sc_time(10, sc_core::SC_NS),
            "latency from the last bit received to the memory or the GPU", "assumed");
  core::Param<sc_core::sc_time> write_answer_latency = param(
      "write_answer_latency", sc_core::sc_time(50, sc_core::SC_NS),
      "latency from a write's completion in the peer's memory to its answer at the GPU", "assumed");
  core::Param<unsigned> request_queue =
      param("request_queue", 64u, "capacity of each link's queue of request packets", "assumed",
            core::between(1u, 1u << 16));
  core::Param<unsigned> reads_at_memory =
      param("reads_at_memory", 1024u, "maximum unanswered reads and atomics of peers", "assumed",
            core::between(1u, 1u << 16));
  core::Param<unsigned> outstanding =
      param("outstanding", 2048u, "maximum accesses of the GPU under way", "assumed",
            core::between(1u, 1u << 16));
};

}  // namespace gf::hw::nvlink
