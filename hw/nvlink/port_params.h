// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "core/param.h"

namespace gf::hw::nvlink {

/// A GPU's port.
struct PortParams : core::ParamGroup {
  core::Param<sc_core::sc_time> send_latency =
      param("send_latency", sc_core::sc_time(10, sc_core::SC_NS),
            "the GPU's access to its packet's first bit", "assumed");
  core::Param<sc_core::sc_time> receive_latency =
      param("receive_latency", sc_core::sc_time(10, sc_core::SC_NS),
            "last bit to memory, or to the GPU", "assumed");
  core::Param<sc_core::sc_time> write_answer_latency =
      param("write_answer_latency", sc_core::sc_time(50, sc_core::SC_NS),
            "a peer's memory has taken a write to the GPU knows it", "assumed");
  core::Param<unsigned> request_queue =
      param("request_queue", 64u, "request packets that wait, by link", "assumed",
            core::between(1u, 1u << 16));
  core::Param<unsigned> reads_at_memory =
      param("reads_at_memory", 1024u, "reads and atomics of peers taken and not yet answered",
            "assumed", core::between(1u, 1u << 16));
  core::Param<unsigned> outstanding = param("outstanding", 2048u, "accesses of the GPU under way",
                                            "assumed", core::between(1u, 1u << 16));
};

}  // namespace gf::hw::nvlink
