// SPDX-License-Identifier: Apache-2.0
#include "explain/wait_walk.h"

#include <algorithm>
#include <cmath>

namespace gf::core {
namespace {

using Date = WaitWalk::Date;
using Departure = HopHistory::Departure;
using Carried = HopHistory::Carried;

Date date(Ticks ticks) { return static_cast<Date>(ticks); }

/// Returns the first of `all` that had not left yet at `at`.
std::deque<Departure>::const_iterator first_after(const std::deque<Departure>& all, Date at) {
  return std::upper_bound(all.begin(), all.end(), at,
                          [](Date t, const Departure& one) { return t < date(one.start); });
}

constexpr std::size_t kLongestChain = 64;  ///< Limit for buffers that wait for each other in a
                                           ///< ring.

}  // namespace

void WaitWalk::emit(const WaitStep& cause, Date from, Date until) {
  if (from >= until) return;
  chain_.push_back(cause);
  const auto span = static_cast<Ticks>(until - from);
  if (parts_ != nullptr)
    parts_->emplace_back(chain_, span);
  else
    emit_(chain_, span);
  chain_.pop_back();
}

void WaitWalk::wait_of(const Hop& hop, Date from, Date until) {
  const std::deque<Departure>& queue = history_.departures(hop.queue);
  auto head = first_after(queue, from);
  for (; from < until && head != queue.end(); ++head) {
    const Date end = std::min(until, date(head->start));
    behind(*head, head == queue.begin() ? nullptr : &*std::prev(head), hop, from, end);
    from = std::max(from, end);
  }
  emit({WaitStep::kUnknown}, from, until);
}

void WaitWalk::behind(const Departure& head, const Departure* before, const Hop& hop, Date from,
                      Date until) {
  const Date ready = std::clamp(date(head.ready), from, std::max(from, until));
  const HopJournal::Number reads = before == nullptr ? head.flow : before->flow;
  emit({WaitStep::kReadOut, hop.queue, reads}, from, ready);
  // Behind a packet that leaves through the same link, it waits for that link like that packet.
  const bool step = head.link != hop.link;
  if (step) chain_.push_back({WaitStep::kBehind, hop.queue, head.flow});
  at_link(head, ready, until);
  if (step) chain_.pop_back();
}

void WaitWalk::at_link(const Departure& head, Date from, Date until) {
  const std::deque<Carried>& sent = history_.sent(head.link);
  auto packet = std::lower_bound(sent.begin(), sent.end(), from,
                                 [](const Carried& one, Date t) { return date(one.free) <= t; });
  for (; from < until && packet != sent.end() && date(packet->start) < until; ++packet) {
    idle(head, from, date(packet->start));
    from = std::max(from, date(packet->start));
    const Date end = std::min(until, date(packet->free));
    const bool own = packet->flow == own_;
    emit({own ? WaitStep::kOwn : WaitStep::kShared, head.link, packet->flow}, from, end);
    from = std::max(from, end);
  }
  idle(head, from, until);
}

void WaitWalk::idle(const Departure& head, Date from, Date until) {
  if (from >= until) return;
  if (head.cause == StallCause::kLinkBusy)
    return emit({WaitStep::kOrder, head.queue, HopJournal::kNone}, from, until);
  if (head.cause == StallCause::kNoCredit) return no_credit(head, from, until);
  const bool turned = head.cause == StallCause::kLaneTurning;
  emit({turned ? WaitStep::kTurning : WaitStep::kReplay, head.link, HopJournal::kNone}, from,
       until);
}

void WaitWalk::no_credit(const Departure& head, Date from, Date until) {
  const auto& credits = history_.credits(head.link, head.credit_class);
  auto next =
      std::upper_bound(credits.begin(), credits.end(), head.start,
                       [](Ticks t, const HopHistory::Credit& credit) { return t < credit.usable; });
  chain_.push_back({WaitStep::kNoCredit, head.link, HopJournal::kNone});
  if (next == credits.begin() || chain_.size() > kLongestChain)
    emit({WaitStep::kUnknown}, from, until);
  else
    buffer(head, *std::prev(next), from, until);
  chain_.pop_back();
}

void WaitWalk::buffer(const Departure& head, const HopHistory::Credit& credit, Date from,
                      Date until) {
  const Date back = date(credit.usable) - date(credit.given);
  from -= back;
  until -= back;
  if (const auto* const sharers = history_.sharers(head.link, head.credit_class))
    shared_buffer(head, *sharers, from, until);
  else
    queue_of(head, history_.queue_behind(head.link, head.credit_class), credit.flow, from, until);
}

void WaitWalk::shared_buffer(const Departure& head, const HopHistory::Residents& residents,
                             Date from, Date until) {
  std::vector<const HopHistory::BufferEntry*> within;
  for (const HopHistory::BufferEntry& one : residents)
    if (date(one.from) < until && (one.until == kNever || date(one.until) > from))
      within.push_back(&one);
  while (from < until) {
    Date end = until;  // of the span in which the holders stay the same
    std::vector<const HopHistory::BufferEntry*> holders;
    for (const auto* one : within) {
      const Date came = date(one->from);
      const Date left = one->until == kNever ? until : date(one->until);
      if (came <= from && from < left) holders.push_back(one);
      for (const Date change : {came, left})
        if (change > from) end = std::min(end, change);
    }
    divide(head, holders, from, end);
    from = end;
  }
}

void WaitWalk::divide(const Departure& head,
                      const std::vector<const HopHistory::BufferEntry*>& holders, Date from,
                      Date until) {
  if (holders.empty()) return emit({WaitStep::kUnknown}, from, until);
  auto* const outer = parts_;
  double places = 0, given = 0;
  for (const auto* holder : holders) places += static_cast<double>(holder->on_link);
  Ticks done = 0;
  for (const auto* holder : holders) {
    std::vector<std::pair<WaitChain, Ticks>> parts;
    parts_ = &parts;
    held_by(head, *holder, from, until);
    parts_ = outer;
    for (const auto& [chain, span] : parts) {
      // Rounded such that the parts of all holders add up to the span.
      given += static_cast<double>(span) * static_cast<double>(holder->on_link) / places;
      const Ticks share = static_cast<Ticks>(std::llround(given)) - done;
      done += share;
      if (share == 0) continue;
      if (outer != nullptr)
        outer->emplace_back(chain, share);
      else
        emit_(chain, share);
    }
  }
}

void WaitWalk::held_by(const Departure& head, const HopHistory::BufferEntry& holder, Date from,
                       Date until) {
  if (holder.queue == HopJournal::kNone || holder.until == kNever) {
    // It has not left yet, so its wait has not been reported.
    const bool told = holder.queue != HopJournal::kNone && holder.flow != own_;
    if (told) chain_.push_back({WaitStep::kFull, holder.queue, HopJournal::kNone});
    emit({told ? WaitStep::kBehind : WaitStep::kCredits, told ? holder.queue : head.link,
          holder.flow},
         from, until);
    if (told) chain_.pop_back();
    return;
  }
  const Date ready = std::clamp(date(holder.ready), from, until);
  emit({WaitStep::kCredits, head.link, holder.flow}, from, ready);
  queue_of(head, holder.queue, holder.flow, ready, until);
}

void WaitWalk::queue_of(const Departure& head, HopJournal::Number place, HopJournal::Number flow,
                        Date from, Date until) {
  const std::deque<Departure>& queue = history_.departures(place);
  for (auto first = first_after(queue, from); from < until && first != queue.end(); ++first) {
    // Until it was ready the buffer had nothing to send, so the missing credits were on their way.
    const Date ready = std::clamp(date(first->ready), from, until);
    emit({WaitStep::kCredits, head.link, flow}, from, ready);
    const Date end = std::clamp(date(first->start), ready, until);
    chain_.push_back({WaitStep::kFull, place, HopJournal::kNone});
    at_link(*first, ready, end);
    chain_.pop_back();
    from = end;
  }
  emit({WaitStep::kCredits, head.link, flow}, from, until);
}

}  // namespace gf::core
