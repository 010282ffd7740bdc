// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "explain/hop_history.h"
#include "explain/wait_chain.h"

namespace gf::core {

/// Finds what a packet waited for, and what that waited for, back to the cause: every moment of a
/// wait gets one chain, so that the parts add up to the wait.
///
/// At a moment, a packet in a queue waits for the queue's first packet to leave. That one waits
/// because its link carries a packet (the cause: whose packet it is), or has no credit: then the
/// buffer behind the link is full, and the question goes on with the packet that was the first in
/// there, as long before as that credit took to come back.
///
/// Where several queues share that buffer (a switch with a queue for each output), each moment is
/// divided among the packets that hold its places then, by how many they hold, and each part goes
/// on with what the first of that packet's queue waited for. It is not the queue that gave the
/// credit back in the end which is asked: that is the one that moves, and holds its places least.
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
  void queue_of(const Hop& head, HopJournal::Number place, HopJournal::Number flow, Date from,
                Date until);
  void shared_buffer(const Hop& head, const HopHistory::Residents& residents, Date from,
                     Date until);
  void held_by(const Hop& head, const HopHistory::Resident& holder, Date from, Date until);
  void divide(const Hop& head, const std::vector<const HopHistory::Resident*>& holders, Date from,
              Date until);
  void emit(const WaitStep& cause, Date from, Date until);

  const HopHistory& history_;
  const HopJournal::Number own_;
  const Emit emit_;
  WaitChain chain_;  ///< From the wait to where the walk is.
  std::vector<std::pair<WaitChain, Ticks>>* parts_ = nullptr;  ///< Of what is divided; else null.
};

}  // namespace gf::core
