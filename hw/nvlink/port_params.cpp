// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/port_params.h"

namespace gf::hw::nvlink {

void PortParams::declare(const core::ParamScope& scope) {
  using core::between;
  scope.add("send_latency", send_latency, "the GPU's access to its packet's first bit", "assumed");
  scope.add("receive_latency", receive_latency, "last bit to memory, or to the GPU", "assumed");
  scope.add("write_answer_latency", write_answer_latency,
            "a peer's memory has taken a write to the GPU knows it", "assumed");
  scope.add("request_queue", request_queue, "request packets that wait, by link", "assumed",
            between(1u, 1u << 16));
  scope.add("reads_at_memory", reads_at_memory,
            "reads and atomics of peers taken and not yet answered", "assumed",
            between(1u, 1u << 16));
  scope.add("outstanding", outstanding, "accesses of the GPU under way", "assumed",
            between(1u, 1u << 16));
}

}  // namespace gf::hw::nvlink
