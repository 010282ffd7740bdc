// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "core/hop_history.h"
#include "core/wait_chain.h"

namespace gf::core {

/// Finds what a packet waited for, and what that waited for, back to the cause: every moment of a
/// wait gets one chain, so that the parts add up to the wait.
///
/// At a moment, a packet in a queue waits for the queue's first packet to leave. That one waits
/// because its link carries a packet (the cause: whose packet it is), or has no credit: then the
/// buffer behind the link is full, and the question goes on with the packet that was the first in
/// there, as long before as that credit took to come back.
class WaitWalk {
 public:
  using Hop = HopJournal::Hop;
  /// Dates that were moved back along a way may lie before the start of the run.
  using Date = std::int64_t;
  using Emit = std::function<void(const WaitChain& chain, Ticks span)>;

  /// Walks for packets of `own`.
  WaitWalk(const HopHistory& history, HopJournal::Number own, Emit emit)
      : history_(history), own_(own), emit_(std::move(emit)) {}

  /// Why the packet that left as `hop` says had not left within [from, until), at most from its
  /// arrival to its start.
  void wait_of(const Hop& hop, Date from, Date until);

 private:
  void behind(const Hop& head, const Hop* before, const Hop& hop, Date from, Date until);
  void at_link(const Hop& head, Date from, Date until);
  void idle(const Hop& head, Date from, Date until);
  void no_credit(const Hop& head, Date from, Date until);
  void buffer(const Hop& head, const HopHistory::Credit& credit, Date from, Date until);
  void emit(const WaitStep& cause, Date from, Date until);

  const HopHistory& history_;
  const HopJournal::Number own_;
  const Emit emit_;
  WaitChain chain_;  ///< From the wait to where the walk is.
};

}  // namespace gf::core
