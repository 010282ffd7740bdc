// SPDX-License-Identifier: Apache-2.0
#include "explain/queue_waits.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::core {

QueueWaits::Ticket QueueWaits::first_leaves(const HopJournal::Hop& hop, bool counts,
                                            const Tell& tell) {
  const Ticks from = hop.arrived + hop.source_time;
  // Packets that leave later have arrived later.
  while (!pieces_.empty() && pieces_.front().open == 0 && pieces_.front().span.until <= from)
    give_up(tell);
  if (pieces_.empty()) end_ = std::min(from, hop.ready);
  push({end_, hop.ready}, HopJournal::kNone);
  for (Wait span : *hop.waits) {
    span.behind = hop.flow;
    push(span, hop.link);
  }
  if (!counts || from >= hop.ready) return kNoTicket;
  const Ticket ticket = index_of(from);
  ++pieces_[ticket - first_].open;
  return ticket;
}

void QueueWaits::push(const Wait& span, HopJournal::Number link) {
  if (span.from >= span.until) return;
  GF_CHECK(span.from == end_, "spans of a queue do not join");
  pieces_.push_back({span, link, change_});
  change_ = 0;
  end_ = span.until;
}

/// Returns the index of the piece at that time; of the next piece if it is the end.
std::uint64_t QueueWaits::index_of(Ticks date) const {
  GF_CHECK(!pieces_.empty() && pieces_.front().span.from <= date && date <= end_,
           "a packet left a queue before one that had arrived earlier");
  const auto piece = std::upper_bound(pieces_.begin(), pieces_.end(), date,
                                      [](Ticks t, const Piece& one) { return t < one.span.until; });
  return first_ + static_cast<std::uint64_t>(piece - pieces_.begin());
}

std::int64_t& QueueWaits::change(std::uint64_t index) {
  return index - first_ == pieces_.size() ? change_ : pieces_[index - first_].change;
}

void QueueWaits::count(Ticket ticket, Ticks from, Ticks ready, const Tell& tell) {
  if (from >= ready) return;
  GF_CHECK(ticket != kNoTicket, "a packet waited in a queue that did not report it");
  std::uint64_t index = index_of(from);
  const Piece& first = pieces_[index - first_];
  if (first.span.from < from) {
    tell(first.span, first.link, first.span.until - from);
    ++index;
  }
  // A piece begins at the time when it became the first.
  ++change(index);
  --change(index_of(ready));
}

void QueueWaits::close(Ticket ticket) {
  if (ticket != kNoTicket) --pieces_[ticket - first_].open;
}

void QueueWaits::give_up(const Tell& tell) {
  const Piece& piece = pieces_.front();
  waiting_ += piece.change;
  if (waiting_ > 0)
    tell(piece.span, piece.link,
         static_cast<Ticks>(waiting_) * (piece.span.until - piece.span.from));
  pieces_.pop_front();
  ++first_;
}

void QueueWaits::finish(const Tell& tell) {
  while (!pieces_.empty()) give_up(tell);
}

}  // namespace gf::core
