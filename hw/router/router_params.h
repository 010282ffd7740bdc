// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/param/param.h"
#include "hw/router/arbitration/arbiters.h"
#include "hw/router/credit_delay.h"

namespace gf::hw::router {

/// Parameters of a router. Latencies are in cycles of the network's clock.
struct RouterParams : core::ParamGroup {
  core::Param<unsigned> vcs =
      param("vcs", 0u, "virtual channels per port; 0: as many as the routing needs",
            "[DF08], Fig. 7", core::between(0u, 8u));
  core::Param<unsigned> vc_buffer =
      param("vc_buffer", 16u, "capacity of the input buffer of each virtual channel, in flits",
            "[DF08], Figs. 11 and 16: 16 and 256", core::between(1u, 4096u));
  core::Param<unsigned> speedup = param("speedup", 2u, "switch allocations per cycle",
                                        "assumed, as [B]", core::between(1u, 4u));
  core::Param<unsigned> router_latency =
      param("router_latency", 1u, "cycles from last bit in to first bit out when idle",
            "assumed: single-cycle router; [B] 2", core::between(1u, 100u),
            core::plausible(1u, 2u, "1: a single-cycle router; [B] 2"));
  core::Param<unsigned> credit_latency = param(
      "credit_latency", 1u, "cycles of a credit's return in addition to the channel's latency",
      "assumed", core::between(0u, 1000u));
  core::Param<unsigned> output_buffer =
      param("output_buffer", 16u, "capacity of an output queue in flits; used only with a speed-up",
            "assumed", core::between(1u, 4096u));
  core::Param<std::string> arbiter = param(
      "arbiter", "round_robin", "order of waiting heads: each in turn, or the oldest packet first",
      "assumed", core::one_of(arbiter_registry().names()));
  core::Param<bool> whole_packets = param("whole_packets", false,
                                          "whether a head waits until its whole packet has room "
                                          "(virtual cut-through); otherwise wormhole",
                                          "assumed");
  unsigned packet_flits = 1;  ///< Flits of the largest packet; for whole_packets.
  bool journal = true;        ///< Reports hops to a hop journal if there is one.
  CreditDelay credit_delay;   ///< Congestion delay of UGAL-L_CR (Fig. 17).

  /// Throws UserError for an illegal value, or if `whole_packets` is set and a buffer is smaller
  /// than a whole packet.
  void validate(const std::string& path) const;
};

}  // namespace gf::hw::router
