// SPDX-License-Identifier: Apache-2.0
#include "core/time/clock_part.h"

#include <algorithm>

#include "core/base/bits.h"
#include "core/base/error.h"
#include "core/time/clock_domain.h"

namespace gf::core {
namespace {

constexpr std::size_t kAhead = 2;  ///< Members between the prefetching calls; measured.

/// Prefetches the first cache lines of an object that is visited soon.
void prefetch(const Clocked& member) {
  constexpr std::size_t kLine = 64;
  for (std::size_t line = 0; line < 4; ++line)
    __builtin_prefetch(reinterpret_cast<const char*>(&member) + line * kLine);
}

}  // namespace

unsigned ClockPart::add(Clocked& member) {
  members_.push_back({&member});
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

void ClockPart::request(unsigned member, Cycle at) {
  // A request that this one replaces stays in its slot. call() skips it, because its cycle is no
  // longer the one that the member requests.
  members_[member].request = at;
  if (!has_slot(at)) return request_late(member, at);
  put(at, member);
  // While a cycle is served, the clock makes one request for all members at its end, so that many
  // requests cost one notify().
  if (!serving_) owner_.ask(at);
}

void ClockPart::request_late(unsigned member, Cycle at) {
  late_.push({at, member});
  earliest_ = std::min(earliest_, at);
  if (!serving_) owner_.ask(at);
}

void ClockPart::run(Cycle until) {
  while (earliest_ < until) serve(earliest_);
}

void ClockPart::serve(Cycle now) {
  now_ = now;
  served_until(now);  // the leader's actions may still wake members in this cycle
  if (leads_.test(now % kSlots)) {
    leads_.reset(now % kSlots);
    leader_->cycle(now);
  }
  next_ = now + 1;
  serve_members(now);
  wanted_[now % kSlots / 64] &= ~(1ull << now % 64);
  earliest_ = look_for_earliest();
}

void ClockPart::serve_members(Cycle now) {
  Members::Chain& due = slots_[now % kSlots];
  if (due.empty()) return;  // only the leader requested it
  if (turned_) return serve_turned(now);
  if (!due.longer_than(3 * kAhead))
    return asking_.drain(due, [&](unsigned member) { call(member, now); });
  // Three distances, so that each step finds in the caches what the one before prefetched: soon()
  // reads the object, next() reads what soon() prefetched.
  Members::Cursor near(due);
  near.skip(kAhead);
  Members::Cursor middle = near;
  middle.skip(kAhead);
  Members::Cursor far = middle;
  far.skip(kAhead);
  // A member cannot request this cycle any more, so the list does not grow while it is read.
  asking_.drain(due, [&](unsigned member) {
    if (far.more()) prefetch(*members_[far.take()].clocked);
    if (middle.more()) members_[middle.take()].clocked->soon(now);
    if (near.more()) members_[near.take()].clocked->next(now);
    call(member, now);
  });
}

void ClockPart::serve_turned(Cycle now) {
  std::vector<unsigned> due;
  asking_.drain(slots_[now % kSlots], [&](unsigned member) { due.push_back(member); });
  for (auto member = due.rbegin(); member != due.rend(); ++member) call(*member, now);
}

void ClockPart::call(unsigned number, Cycle now) {
  Member& member = members_[number];
  if (member.request != now) return;
  member.request = kNoCycle;
  ++calls_;
  member.clocked->cycle(now);
}

void ClockPart::take_late() {
  // The bound is that of wish(). The remaining late requests are thus never earlier than those in
  // slots, and earliest() needs late_ only if all slots are empty.
  while (!late_.empty() && has_slot(late_.top().at)) {
    put(late_.top().at, late_.top().member);
    late_.pop();
  }
}

Cycle ClockPart::look_for_earliest() const {
  const std::size_t ahead = distance_to_bit(wanted_, next_ % kSlots);
  if (ahead < kSlots) return next_ + ahead;
  return late_.empty() ? kNoCycle : late_.top().at;
}

}  // namespace gf::core
