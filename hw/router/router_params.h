// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/params.h"

namespace gf::hw::router {

/// One router. Latencies in cycles of the network's clock.
struct RouterParams {
  unsigned vcs = 0;             ///< Virtual channels of each port; 0: what the routing needs.
  unsigned vc_buffer = 16;      ///< Flits an input buffer holds of each.
  unsigned speedup = 2;         ///< Allocations a cycle.
  unsigned router_latency = 1;  ///< Last bit in to first bit out, idle.
  unsigned credit_latency = 1;  ///< Added to the channel's latency.
  unsigned output_buffer = 16;  ///< Flits; used with a speed-up alone.
  std::string arbiter = "round_robin";  ///< One of arbiter_names().
  bool whole_packets = false;           ///< Virtual cut-through.
  unsigned packet_flits = 1;            ///< Largest packet that may come; for whole_packets.
  bool credit_delay = false;            ///< Delays credits by congestion: UGAL-L_CR (Fig. 17).

  void declare(const core::ParamScope& scope);
  void validate(const std::string& path) const;  ///< Throws UserError.
};

}  // namespace gf::hw::router
