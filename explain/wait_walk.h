// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "explain/hop_history.h"
#include "explain/wait_chain.h"

namespace gf::core {

/// Finds what a packet waited for, and what that in turn waited for, back to the cause. All parts
/// of a wait get one chain each, so that the parts add up to the wait.
///
/// At any time a packet in a queue waits for the queue's first packet to leave. That packet may
/// wait because its link carries another packet, whose flow is the cause. Or it has no credit: then
/// the buffer behind the link was full. The walk continues with the packet that was first in that
/// buffer, shifted back by the time the credit took to return.
///
/// Several queues may share that buffer (a switch with a queue for each output). Then all time is
/// divided among the packets that hold its places, by how many they hold. Each part continues with
/// the wait of the first packet of that packet's queue. The queue that finally returned the credit
/// is not the cause: it is the one that moves, and holds its places for the shortest time.
class WaitWalk {
 public:
  using Hop = HopJournal::Hop;
  using Departure = HopHistory::Departure;
  /// Times that were shifted back along a path may lie before the start of the run.
  using Date = std::int64_t;
  using Emit = std::function<void(const WaitChain& chain, Ticks span)>;

  /// Walks for packets of `own`.
  WaitWalk(const HopHistory& history, HopJournal::Number own, Emit emit)
      : history_(history), own_(own), emit_(std::move(emit)) {}

  /// Explains why the packet that left as in `hop` had not left within [from, until), which must
  /// lie between its arrival and its start.
  void wait_of(const Hop& hop, Date from, Date until);

 private:
  void behind(const Departure& head, const Departure* before, const Hop& hop, Date from,
              Date until);
  void at_link(const Departure& head, Date from, Date until);
  void idle(const Departure& head, Date from, Date until);
  void no_credit(const Departure& head, Date from, Date until);
  void buffer(const Departure& head, const HopHistory::Credit& credit, Date from, Date until);
  void queue_of(const Departure& head, HopJournal::Number place, HopJournal::Number flow, Date from,
                Date until);
  void shared_buffer(const Departure& head, const HopHistory::Residents& residents, Date from,
                     Date until);
  void held_by(const Departure& head, const HopHistory::BufferEntry& holder, Date from, Date until);
  void divide(const Departure& head, const std::vector<const HopHistory::BufferEntry*>& holders,
              Date from, Date until);
  void emit(const WaitStep& cause, Date from, Date until);

  const HopHistory& history_;
  const HopJournal::Number own_;
  const Emit emit_;
  WaitChain chain_;  ///< From the wait to the current step.
  std::vector<std::pair<WaitChain, Ticks>>* parts_ = nullptr;  ///< Parts of a wait that is being
                                                               ///< divided; else null.
};

}  // namespace gf::core
