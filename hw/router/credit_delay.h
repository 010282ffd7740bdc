// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/param/param.h"

namespace gf::hw::router {

/// Interpretations of [DF08], Fig. 17. The figure says what is measured and that credits are
/// delayed. It does not say which objects have a round trip, or what the round trip is compared
/// with.
struct CreditDelayRule : core::ParamGroup {
  core::Param<std::string> per =
      param("t_crt_per", "port",
            "ugal_l_cr: whether t_crt, the credit round trip, is measured per output port or per "
            "virtual channel",
            "[DF08], Fig. 17: drawn once per output; per virtual channel is an interpretation",
            core::one_of({"port", "vc"}));
  core::Param<std::string> against =
      param("t_d_against", "best",
            "ugal_l_cr: credit delay: t_crt in excess of the idle channel's (idle), less that "
            "excess at the router's best output (best)",
            "assumed: best, so that a router whose outputs are all busy delays nothing",
            core::one_of({"best", "idle"}));
  core::Param<unsigned> most = param(
      "t_d_most", 0u,
      "ugal_l_cr: maximum delay of a credit in cycles; 0: one cycle per flit of vc_buffer, in "
      "which a full buffer drains",
      "assumed: [DF08] names no limit; without one, delays of several groups sustain each other",
      core::between(0u, 100'000u));
};

/// The same settings in the form that routers use.
struct CreditDelay {
  bool on = false;
  bool by_vc = false;         ///< t_crt is kept for each virtual channel.
  bool against_idle = false;  ///< Does not subtract the delay of the best output.
  unsigned most = 0;          ///< Longest delay of a credit, in cycles.
};

}  // namespace gf::hw::router
