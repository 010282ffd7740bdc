// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tlm_models/analytic/alpha_beta.h"

namespace gf::model {

/// A network of routers whose parts several ranks simulate (docs/parallel.md), in numbers that do
/// not depend on them.
struct RankedNetwork {
  double hops = 0;      ///< Flits that routers send, all of them, a cycle.
  double crossing = 0;  ///< Of these, those that would cross to another rank if each part had one.
  unsigned parts = 0;   ///< Of equal size, each beside all others, as groups of a dragonfly.
  unsigned window = 0;  ///< Cycles.
};

/// A dragonfly of a h + 1 groups, each router joined with all others of its group.
struct RankedDragonfly {
  unsigned p = 8;         ///< Terminals a router.
  unsigned a = 16;        ///< Routers a group.
  unsigned h = 8;         ///< Global channels a router.
  double load = 0.1;      ///< Flits a terminal and cycle, below saturation.
  unsigned window = 100;  ///< Latency of a global channel, cycles.
  unsigned parts = 0;     ///< Of as many groups each; 0: a group each.
  [[nodiscard]] unsigned groups() const { return a * h + 1; }
  [[nodiscard]] unsigned terminals() const { return p * a * groups(); }
};
/// With uniform traffic on minimal ways, and cut between groups.
RankedNetwork ranked(const RankedDragonfly& dragonfly);

/// The computers, and what joins them.
struct RankedComputer {
  double hop = 0;          ///< Time of a rank for a hop, s [measured].
  AlphaBeta message;       ///< From one rank to another one.
  double overhead = 0;     ///< Of either end for a message, s: they follow each other on its core.
  double flit_bytes = 40;  ///< hw/router/letters.h
  double credit_bytes = 16;  ///< The same.
  unsigned cores = 0;        ///< That all ranks share, taking turns; 0: each has one of its own.
};

/// Real time of one window, s.
struct WindowTime {
  double compute = 0;    ///< Of the rank that has the most parts.
  double exchange = 0;   ///< Messages of that rank to all others and from them, behind it.
  double agreement = 0;  ///< Reduction of three numbers: log2(ranks) messages, there and back.
  [[nodiscard]] double all() const { return compute + exchange + agreement; }
};

/// With `ranks` from 1 to as many as there are parts. Nothing overlaps; all ranks are equally
/// fast, and parts equally busy.
WindowTime window_time(const RankedNetwork& network, const RankedComputer& computer,
                       unsigned ranks);

}  // namespace gf::model
