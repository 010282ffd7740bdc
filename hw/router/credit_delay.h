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
            "ugal_l_cr: what has a credit time queue of its own, and so a round trip t_crt",
            "[DF08], Fig. 17: drawn once an output; by virtual channel is a reading",
            core::one_of({"port", "vc"}));
  core::Param<std::string> against =
      param("t_d_against", "best",
            "ugal_l_cr: what t_crt, less that of the idle channel, is compared with to delay a "
            "credit: that of the router's best output, or nothing",
            "assumed: best, so that a router whose outputs are all busy delays nothing",
            core::one_of({"best", "idle"}));
  core::Param<unsigned> most = param(
      "t_d_most", 0u,
      "ugal_l_cr: most cycles that a credit is held; 0: as many as vc_buffer has flits, in which a "
      "full buffer has left",
      "assumed: [DF08] names no limit; without one delays of several groups keep each other up",
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
