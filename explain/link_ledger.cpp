// SPDX-License-Identifier: Apache-2.0
#include "explain/link_ledger.h"

#include <algorithm>

namespace gf::core {

LinkLedger::Book& LinkLedger::book(HopJournal::Number link) {
  if (books_.size() <= link) books_.resize(link + 1);
  return books_[link];
}

void LinkLedger::leaves(const HopJournal::Hop& hop) {
  Book& book = this->book(hop.link);
  idle(book, hop.start);
  claim(book, {hop.ready, hop.start});
  const Ticks from = std::max(book.until, hop.start);
  if (hop.free <= from) return;
  book.times.carried[hop.flow] += hop.free - from;
  book.until = hop.free;
  book.last = hop.flow;
}

void LinkLedger::link_lost(HopJournal::Number link, Ticks from, Ticks until, StallCause cause) {
  Book& book = this->book(link);
  if (cause == StallCause::kLaneTurning) {
    book.turned.push_back({from, until});
    return;
  }
  idle(book, from);
  if (until <= book.until) return;
  book.times.replaying += until - book.until;
  book.until = until;
}

/// Nothing was sent from the end of the book to `until`.
void LinkLedger::idle(Book& book, Ticks until) {
  if (until <= book.until) return;
  book.gaps.push_back({book.until, until});
  book.until = until;
  if (book.gaps.size() <= kMostGaps) return;
  book.times.nothing += book.gaps.front().until - book.gaps.front().from;
  book.gaps.pop_front();
}

/// A packet was first in its queue during `wait`: idle time in it was its wait.
void LinkLedger::claim(Book& book, Span wait) {
  auto gap = std::upper_bound(book.gaps.begin(), book.gaps.end(), wait.from,
                              [](Ticks at, const Span& span) { return at < span.until; });
  while (gap != book.gaps.end() && gap->from < wait.until) {
    const Span whole = *gap;
    const Span mine{std::max(whole.from, wait.from), std::min(whole.until, wait.until)};
    charge(book, mine);
    gap = book.gaps.erase(gap);
    if (mine.until < whole.until) gap = book.gaps.insert(gap, {mine.until, whole.until});
    if (whole.from < mine.from) gap = book.gaps.insert(gap, {whole.from, mine.from}) + 1;
    if (mine.until < whole.until) break;
  }
  const Ticks oldest = book.gaps.empty() ? book.until : book.gaps.front().from;
  while (!book.turned.empty() && book.turned.front().until <= oldest) book.turned.pop_front();
}

void LinkLedger::charge(Book& book, Span idle) {
  Ticks turning = 0;
  for (const Span& turned : book.turned) {
    const Ticks from = std::max(turned.from, idle.from), until = std::min(turned.until, idle.until);
    if (from < until) turning += until - from;
  }
  book.times.turning += turning;
  book.times.no_credit += idle.until - idle.from - turning;
}

LinkTimes LinkLedger::times(HopJournal::Number link, Ticks end) const {
  LinkTimes times;
  if (link >= books_.size()) {
    times.nothing = end;
    return times;
  }
  const Book& book = books_[link];
  times = book.times;
  for (const Span& gap : book.gaps) times.nothing += gap.until - gap.from;
  if (end >= book.until) {
    times.nothing += end - book.until;
  } else {
    times.carried[book.last] -= book.until - end;
  }
  return times;
}

}  // namespace gf::core
