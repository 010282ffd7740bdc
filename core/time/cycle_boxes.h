// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>

#include "core/base/chains.h"
#include "core/time/clock_part.h"

namespace gf::core {

/// What a clock's leader delivers, by the cycle in which it does: a box a cycle, in the order of
/// the posts. Use: add(at, mail); the leader, called in cycle n, calls deliver(n, ...). What comes
/// later than there are boxes lies in an earlier one: the leader looks at the date of what it is
/// given and adds it again.
template <class Mail>
class CycleBoxes {
 public:
  explicit CycleBoxes(ClockPart& clock) : clock_(clock) {}
  CycleBoxes(const CycleBoxes&) = delete;
  CycleBoxes& operator=(const CycleBoxes&) = delete;

  /// For cycle `at`, which lies ahead; the leader will be called. Only while the clock serves a
  /// cycle, before its first one, or when a window of it has ended.
  void add(Cycle at, const Mail& mail) {
    at = std::min(at, clock_.open_from() + ClockPart::kHorizon - 1);
    Box& box = box_of(at);
    if (box.empty()) clock_.wake_leader(at);
    mails_.add(box, mail);
  }
  /// Empties the box of cycle `now`: calls act(mail) of each. Before that, twice kAhead and kAhead
  /// mails earlier, later(mail) and soon(mail) may ask memory for what the next step reads.
  template <class Act, class Soon, class Later>
  void deliver(Cycle now, const Act& act, const Soon& soon, const Later& later) {
    Box& box = box_of(now);
    typename Mails::Cursor far(box);
    for (unsigned i = 0; i < 2 * kAhead && far.more(); ++i) later(far.take());
    typename Mails::Cursor near(box);
    for (unsigned i = 0; i < kAhead && near.more(); ++i) soon(near.take());
    mails_.drain(box, [&](Mail& mail) {
      if (far.more()) later(far.take());
      if (near.more()) soon(near.take());
      act(mail);
    });
  }

 private:
  static constexpr unsigned kAhead = 8;  ///< Measured.
  using Mails = Chains<Mail, 11>;
  using Box = typename Mails::Chain;

  Box& box_of(Cycle at) { return boxes_[at % boxes_.size()]; }

  ClockPart& clock_;
  std::array<Box, ClockPart::kHorizon + 1> boxes_;
  Mails mails_;
};

}  // namespace gf::core
