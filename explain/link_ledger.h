// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <vector>

#include "core/trace/hop_journal.h"

namespace gf::core {

/// How the time of one direction of a link was used.
struct LinkTimes {
  std::map<HopJournal::Number, Ticks> carried;  ///< By flow of the packets.
  Ticks replaying = 0;  ///< Packets were sent again, or waited for that to begin.
  Ticks turning = 0;    ///< Idle: a packet waited while lanes turned.
  Ticks no_credit = 0;  ///< Idle: a packet waited for credit (or for its ordering rules).
  Ticks nothing = 0;    ///< Idle: nothing to send.
};

/// Divides the time of each link from 0 to the end of the run, exactly.
///
/// Time in which the link carries a packet counts for that packet's flow. Idle time is assigned to
/// a packet that left later and was first in its queue at that time: only when that packet leaves
/// is the idle time before it known to be a wait. Packets that still wait at the end of the run are
/// never reported, so their last wait counts as `nothing`.
/// Memory: the idle spans not yet assigned, at most kMostGaps per link; beyond that the oldest
/// count as `nothing`.
class LinkLedger final : public HopJournal::Sink {
 public:
  static constexpr std::size_t kMostGaps = 1u << 16;

  void leaves(const HopJournal::Hop& hop) override;
  void link_lost(HopJournal::Number link, Ticks from, Ticks until, StallCause cause) override;

  /// Returns the link's time from 0 to `end`, which must not be before the last hop's `start`. A
  /// packet on the link at `end` counts up to `end`.
  [[nodiscard]] LinkTimes times(HopJournal::Number link, Ticks end) const;
  [[nodiscard]] std::size_t links() const { return books_.size(); }

 private:
  struct Span {
    Ticks from;
    Ticks until;
  };
  struct Book {
    LinkTimes times;
    Ticks until = 0;                              ///< All earlier time is in `times` or `gaps`.
    HopJournal::Number last = HopJournal::kNone;  ///< Flow of the packet that left last.
    std::deque<Span> gaps;                        ///< Idle spans not yet assigned.
    std::deque<Span> turned;  ///< Spans in which lanes turned, from the first gap on.
  };
  Book& book(HopJournal::Number link);
  static void idle(Book& book, Ticks until);
  static void claim(Book& book, Span wait);
  static void charge(Book& book, Span idle);

  std::vector<Book> books_;
};

}  // namespace gf::core
