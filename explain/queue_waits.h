// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "core/trace/hop_journal.h"

namespace gf::core {

/// What the first packet of one queue waited for, moment by moment, and how long others waited
/// behind it meanwhile.
///
/// Who waits in a queue that is full has a span for each packet before it. So spans are kept once a
/// queue, and a packet only where its own wait begins and ends; when a span is given up, the number
/// of packets that waited over it is known. Work and memory grow with spans and packets, not with
/// their product.
class QueueWaits {
 public:
  using Wait = HopJournal::Wait;
  using Ticket = std::uint64_t;
  static constexpr Ticket kNoTicket = ~Ticket{0};
  /// Over a span of the first packet, which is of flow `span.behind` and was to leave by `link`,
  /// packets have waited `time` altogether. Without a cause: packets left one after the other, and
  /// `link` is kNone.
  using Tell = std::function<void(const Wait& span, HopJournal::Number link, Ticks time)>;

  /// The first packet has left as `hop` says. Packets come in the order of their leaving, which is
  /// that of their coming. `counts`: what it waited while it was not the first will be asked; kept
  /// until close(). kNoTicket: it was the first when it came, or does not count.
  Ticket first_leaves(const HopJournal::Hop& hop, bool counts, const Tell& tell);
  /// The packet of the ticket counts from `from` on, until it was `ready` as the first. Once.
  void count(Ticket ticket, Ticks from, Ticks ready, const Tell& tell);
  void close(Ticket ticket);
  /// Tells what is left, once no packet comes any more.
  void finish(const Tell& tell);

 private:
  struct Piece {
    Wait span;
    HopJournal::Number link;
    std::int64_t change = 0;  ///< Packets that wait, less those over the span before.
    unsigned open = 0;        ///< Tickets of it.
  };
  void push(const Wait& span, HopJournal::Number link);
  [[nodiscard]] std::uint64_t index_of(Ticks date) const;
  std::int64_t& change(std::uint64_t index);
  void give_up(const Tell& tell);

  std::deque<Piece> pieces_;  ///< One behind the other, without gaps.
  std::uint64_t first_ = 0;   ///< Number of pieces_.front(), of all that there were.
  Ticks end_ = 0;             ///< Of the last one.
  std::int64_t change_ = 0;   ///< Piece::change of the next one.
  std::int64_t waiting_ = 0;  ///< Packets that wait over the span that was given up last.
};

}  // namespace gf::core
