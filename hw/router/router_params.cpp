// SPDX-License-Identifier: Apache-2.0
#include "hw/router/router_params.h"

#include "core/error.h"
#include "hw/router/arbitration/arbiters.h"

namespace gf::hw::router {

void RouterParams::declare(const core::ParamScope& scope) {
  scope.add("vcs", vcs, "virtual channels of a port; 0: as many as the routing needs",
            "[DF08], Fig. 7", core::between(0u, 8u));
  scope.add("vc_buffer", vc_buffer, "flits that an input buffer holds of each virtual channel",
            "[DF08], Figs. 11 and 16: 16 and 256", core::between(1u, 4096u));
  scope.add("speedup", speedup, "switch allocations a cycle", "assumed, as [B]",
            core::between(1u, 4u));
  scope.add("router_latency", router_latency, "cycles from last bit in to first bit out, idle",
            "assumed: single-cycle router; [B] 2", core::between(1u, 100u));
  scope.add("credit_latency", credit_latency, "cycles added to the channel's latency", "assumed",
            core::between(0u, 1000u));
  scope.add("output_buffer", output_buffer, "flits an output queue holds; with a speed-up alone",
            "assumed", core::between(1u, 4096u));
  scope.add_choice("arbiter", arbiter, arbiter_names(),
                   "who goes first: in turn, or the packet that was generated first", "assumed");
  scope.add("whole_packets", whole_packets,
            "virtual cut-through: a head waits until its whole packet has room; else wormhole",
            "assumed");
}

void RouterParams::validate(const std::string& path) const {
  if (whole_packets && vc_buffer < packet_flits) {
    core::fail_config(path, "vc_buffer", std::to_string(vc_buffer),
                      "at least packet_flits = " + std::to_string(packet_flits),
                      "with whole_packets a buffer holds a whole packet: raise vc_buffer");
  }
}

}  // namespace gf::hw::router
