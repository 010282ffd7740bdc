// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <vector>

#include "core/trace/hop_journal.h"

namespace gf::core {

/// What the time of one direction of a link went to.
struct LinkTimes {
  std::map<HopJournal::Number, Ticks> carried;  ///< By flow of the packets.
  Ticks replaying = 0;  ///< Packets went again, or waited for that to begin.
  Ticks turning = 0;    ///< Idle, a packet waited, and lanes turned.
  Ticks no_credit = 0;  ///< Idle, a packet waited that lacked credit (or what its order asks for).
  Ticks nothing = 0;    ///< Idle, nothing to send.
};

/// Divides the time of each link from 0 to the end of the run, exactly.
///
/// A moment in which the link carries a packet is that packet's flow's. An idle moment is put down
/// to a packet that left later and was the first of its queue then: only when that leaves is the
/// idle time before it known to be a wait. Packets that still wait at the end of the run are not
/// heard of: what they waited for last is `nothing`.
/// Memory: the idle spans that nobody has claimed yet, at most kMostGaps a link; of more the oldest
/// count as `nothing`.
class LinkLedger final : public HopJournal::Sink {
 public:
  static constexpr std::size_t kMostGaps = 1u << 16;

  void leaves(const HopJournal::Hop& hop) override;
  void link_lost(HopJournal::Number link, Ticks from, Ticks until, StallCause cause) override;

  /// The link's time from 0 to `end`, which is no earlier than the last hop's `start`. A packet
  /// under way at `end` counts up to there.
  [[nodiscard]] LinkTimes times(HopJournal::Number link, Ticks end) const;
  [[nodiscard]] std::size_t links() const { return books_.size(); }

 private:
  struct Span {
    Ticks from;
    Ticks until;
  };
  struct Book {
    LinkTimes times;
    Ticks until = 0;                              ///< All before it is in `times` or `gaps`.
    HopJournal::Number last = HopJournal::kNone;  ///< Flow of the packet that left last.
    std::deque<Span> gaps;                        ///< Idle, nobody's yet.
    std::deque<Span> turned;  ///< Spans in which lanes turned, from the first gap on.
  };
  Book& book(HopJournal::Number link);
  static void idle(Book& book, Ticks until);
  static void claim(Book& book, Span wait);
  static void charge(Book& book, Span idle);

  std::vector<Book> books_;
};

}  // namespace gf::core
