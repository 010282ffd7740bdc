// SPDX-License-Identifier: Apache-2.0
#include "core/clock_part.h"

#include <algorithm>

#include "core/clock_domain.h"
#include "core/error.h"

namespace gf::core {
namespace {

constexpr std::size_t kAhead = 2;  ///< Members between the calls that fetch ahead; measured.

/// The first cache lines of an object that is visited soon.
void prefetch(const Clocked& member) {
  constexpr std::size_t kLine = 64;
  for (std::size_t line = 0; line < 4; ++line)
    __builtin_prefetch(reinterpret_cast<const char*>(&member) + line * kLine);
}

}  // namespace

unsigned ClockPart::add(Clocked& member) {
  members_.push_back(&member);
  wishes_.push_back(kNoCycle);
  return static_cast<unsigned>(members_.size() - 1);
}

void ClockPart::lead(Clocked& leader) {
  GF_CHECK(leader_ == nullptr, owner_.name());
  leader_ = &leader;
}

void ClockPart::wake_leader(Cycle at) {
  GF_CHECK(at >= next_ && at < next_ + kHorizon, owner_.name());
  leads_.set(at % kSlots);
  want(at);
  if (!serving_) owner_.ask(at);
}

void ClockPart::wake(unsigned member, Cycle at) {
  at = std::max(at, next_);
  // A wish that this one undercuts stays where it lies; serve_members() passes it by, as its cycle
  // is no longer the one in wishes_.
  if (at >= wishes_[member]) return;
  wishes_[member] = at;
  if (at < next_ - 1 + kSlots) {  // the slot of the cycle that is served is being walked
    put(at, member);
  } else {
    late_.push({at, member});
  }
  // While a cycle is served the clock asks once for all at its end, so that many wishes cost one
  // notify().
  if (!serving_) owner_.ask(at);
}

void ClockPart::put(Cycle at, unsigned member) {
  std::vector<unsigned>& slot = slots_[at % kSlots];
  if (slot.empty() && !spare_.empty()) {
    slot.swap(spare_.back());
    spare_.pop_back();
  }
  slot.push_back(member);
  want(at);
}

void ClockPart::stand_at(Cycle at) {
  next_ = std::max(next_, at);
  take_late();
}

void ClockPart::run(Cycle until) {
  for (Cycle at = earliest(); at < until; at = earliest()) serve(at);
}

void ClockPart::serve(Cycle now) {
  now_ = now;
  stand_at(now);  // what the leader does still wakes members in this cycle
  if (leads_.test(now % kSlots)) {
    leads_.reset(now % kSlots);
    leader_->cycle(now);
  }
  next_ = now + 1;
  serve_members(now);
  wanted_[now % kSlots / 64] &= ~(1ull << now % 64);
}

void ClockPart::serve_members(Cycle now) {
  std::vector<unsigned>& due = slots_[now % kSlots];
  if (due.empty()) return;  // the leader alone asked
  if (turned_) std::reverse(due.begin(), due.end());
  // Three distances, so that each step finds in the caches what the one before asked for: soon()
  // reads the object, next() what soon() asked for.
  // A member cannot ask for this cycle any more: the list does not grow while it is walked.
  for (std::size_t i = 0; i < due.size(); ++i) {
    if (i + 3 * kAhead < due.size()) prefetch(*members_[due[i + 3 * kAhead]]);
    if (i + 2 * kAhead < due.size()) members_[due[i + 2 * kAhead]]->soon(now);
    if (i + kAhead < due.size()) members_[due[i + kAhead]]->next(now);
    const unsigned member = due[i];
    if (wishes_[member] != now) continue;
    wishes_[member] = kNoCycle;
    ++calls_;
    members_[member]->cycle(now);
  }
  due.clear();
  spare_.emplace_back().swap(due);
}

void ClockPart::take_late() {
  // The bound is that of wake(). What stays behind is therefore never earlier than what lies in a
  // slot, and earliest() need look at late_ only when all slots are empty.
  while (!late_.empty() && late_.top().at < next_ - 1 + kSlots) {
    put(late_.top().at, late_.top().member);
    late_.pop();
  }
}

Cycle ClockPart::earliest() const {
  // Word by word, from the slot of next_ around to those before it in its own word.
  const std::size_t first = next_ % kSlots;
  for (std::size_t i = 0; i <= wanted_.size(); ++i) {
    const std::size_t word = (first / 64 + i) % wanted_.size();
    std::uint64_t bits = wanted_[word];
    if (i == 0) bits &= ~0ull << first % 64;
    if (bits == 0) continue;
    const std::size_t slot = word * 64 + static_cast<std::size_t>(__builtin_ctzll(bits));
    return next_ + (slot - first) % kSlots;
  }
  return late_.empty() ? kNoCycle : late_.top().at;
}

}  // namespace gf::core
