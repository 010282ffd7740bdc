// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "core/trace/hop_journal.h"

namespace gf::core {

/// One step from a wait to its cause. Numbers are those of the journal.
struct WaitStep {
  enum Kind {
    kOwn,       ///< The flow's own packets on the link `place`.
    kLatency,   ///< Latencies of the path: wires, hops, the destination.
    kIssue,     ///< The source had not made the packet yet.
    kSource,    ///< A reason at the source: cause number `place`, behind `flow` or kNone.
    kShared,    ///< The link `place` carried a packet of `flow`.
    kBehind,    ///< In the queue `place`, behind a packet of `flow` that could not leave.
    kReadOut,   ///< The queue `place` was still reading out a packet of `flow`.
    kNoCredit,  ///< The link `place` had no credit, because the buffer behind it was full.
    kFull,      ///< The queue `place` was full; a packet of `flow` was its first.
    kCredits,   ///< Credits of the link `place`, last used by `flow`, were on their way back.
    kReplay,    ///< The link `place` retransmitted packets.
    kTurning,   ///< Lanes of the link `place` were turning.
    kOrder,     ///< Ordering rules of the queue `place` held the packet back.
    kUnknown,   ///< No record says why.
  };
  Kind kind = kUnknown;
  HopJournal::Number place = HopJournal::kNone;
  HopJournal::Number flow = HopJournal::kNone;

  bool operator<(const WaitStep& other) const {
    return std::tie(kind, place, flow) < std::tie(other.kind, other.place, other.flow);
  }
  bool operator==(const WaitStep& other) const {
    return std::tie(kind, place, flow) == std::tie(other.kind, other.place, other.flow);
  }
};

/// From the wait, first, to its cause, last.
using WaitChain = std::vector<WaitStep>;
/// Times by chain. For a whole flow their sum is the flow's duration.
using WaitTimes = std::map<WaitChain, Ticks>;

/// Tells whether a packet of `own` lost that time to something that does not exist on an idle
/// machine. That is everything except its own transmissions, latencies, and credits that its flow
/// has used.
bool is_lost(const WaitChain& chain, HopJournal::Number own);
/// Returns the sum of the times that are is_lost().
Ticks lost_time(const WaitTimes& times, HopJournal::Number own);

/// Functions that return the name to show for a run's queue, link, flow or source's cause number.
struct WaitNames {
  using Name = std::function<std::string(HopJournal::Number)>;
  Name queue;
  Name link;
  Name flow;
  Name cause;
};
std::string text_of(const WaitStep& step, const WaitNames& names);
/// Returns "no credit of rc <- plx_b.ingress_2 full <- link plx_b -> k80_2 shared with copy 6->4".
std::string text_of(const WaitChain& chain, const WaitNames& names);

}  // namespace gf::core
