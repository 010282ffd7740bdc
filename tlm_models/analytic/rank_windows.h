// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tlm_models/analytic/alpha_beta.h"

namespace gf::model {

/// A router network that several ranks simulate in parts (docs/parallel.md), in numbers that do not
/// depend on the ranks.
struct RankedNetwork {
  double hops = 0;      ///< Flits sent per cycle by all routers together.
  double crossing = 0;  ///< Of these, flits that cross to another part.
  unsigned parts = 0;   ///< Of equal size, each linked to all others, like dragonfly groups.
  unsigned window = 0;  ///< Cycles.
};

/// A dragonfly of a h + 1 groups; each router is linked to all others of its group.
struct RankedDragonfly {
  unsigned p = 8;         ///< Terminals per router.
  unsigned a = 16;        ///< Routers per group.
  unsigned h = 8;         ///< Global channels per router.
  double load = 0.1;      ///< Flits per terminal and cycle, below saturation.
  unsigned window = 100;  ///< Latency of a global channel, cycles.
  unsigned parts = 0;     ///< Number of equal parts; 0: one per group.
  [[nodiscard]] unsigned groups() const { return a * h + 1; }
  [[nodiscard]] unsigned terminals() const { return p * a * groups(); }
};
/// Numbers for uniform traffic on minimal routes, with parts cut between groups.
RankedNetwork ranked(const RankedDragonfly& dragonfly);

/// The computers and their interconnect.
struct RankedComputer {
  double hop = 0;            ///< Time of a rank per hop, s [measured].
  AlphaBeta message;         ///< From one rank to another.
  double overhead = 0;       ///< CPU time of either end per message, s; serial on its core.
  double flit_bytes = 40;    ///< hw/router/remote_messages.h
  double credit_bytes = 16;  ///< The same.
  unsigned cores = 0;        ///< Shared by all ranks in turns; 0: one core per rank.
};

/// Real time of one window, s.
struct WindowTime {
  double compute = 0;    ///< Of the rank with the most parts.
  double exchange = 0;   ///< Messages of that rank to and from all others, after computing.
  double agreement = 0;  ///< Reduction of three numbers: log2(ranks) messages each way.
  [[nodiscard]] double all() const { return compute + exchange + agreement; }
};

/// `ranks`: 1 to the number of parts. Nothing overlaps; all ranks are equally fast and all parts
/// equally busy.
WindowTime window_time(const RankedNetwork& network, const RankedComputer& computer,
                       unsigned ranks);

}  // namespace gf::model
