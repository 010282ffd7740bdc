// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "core/trace/hop_journal.h"

namespace gf::core {

/// Records the waits of the first packet of one queue over time, and how long others waited behind
/// it meanwhile.
///
/// A packet in a full queue has a span for each packet before it. Spans are therefore kept once per
/// queue, and a packet only where its own wait begins and ends. When a span is given up, the number
/// of packets that waited during it is known. Work and memory grow with the sum of spans and
/// packets, not with their product.
class QueueWaits {
 public:
  using Wait = HopJournal::Wait;
  using Ticket = std::uint64_t;
  static constexpr Ticket kNoTicket = ~Ticket{0};
  /// Reports that packets have waited `time` in total during a span of the first packet. That
  /// packet is of flow `span.behind` and was to leave through `link`. Without a cause: packets left
  /// one after the other, and `link` is kNone.
  using Tell = std::function<void(const Wait& span, HopJournal::Number link, Ticks time)>;

  /// Reports that the first packet has left as in `hop`. Packets come in the order of leaving,
  /// which is that of arrival. `counts`: its wait before it was the first will be counted; this is
  /// kept until close(). Returns kNoTicket if it was the first when it arrived, or does not count.
  Ticket first_leaves(const HopJournal::Hop& hop, bool counts, const Tell& tell);
  /// Counts the wait of the ticket's packet from `from` until it was `ready` as the first. Called
  /// once.
  void count(Ticket ticket, Ticks from, Ticks ready, const Tell& tell);
  void close(Ticket ticket);
  /// Reports the remaining waits, when no more packets come.
  void finish(const Tell& tell);

 private:
  struct Piece {
    Wait span;
    HopJournal::Number link;
    std::int64_t change = 0;  ///< Number of waiting packets, minus that in the span before.
    unsigned open = 0;        ///< Number of open tickets that begin here.
  };
  void push(const Wait& span, HopJournal::Number link);
  [[nodiscard]] std::uint64_t index_of(Ticks date) const;
  std::int64_t& change(std::uint64_t index);
  void give_up(const Tell& tell);

  std::deque<Piece> pieces_;  ///< Consecutive, without gaps.
  std::uint64_t first_ = 0;   ///< Index of pieces_.front() among all pieces so far.
  Ticks end_ = 0;             ///< End of the last piece.
  std::int64_t change_ = 0;   ///< Piece::change of the next piece.
  std::int64_t waiting_ = 0;  ///< Number of packets that waited in the span given up last.
};

}  // namespace gf::core
