// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>

#include "core/base/chains.h"
#include "core/time/clock_part.h"

namespace gf::core {

/// Mail that a clock's leader delivers, by cycle: one box per cycle, in the order of posting. Use:
/// add(at, mail); the leader, called in cycle n, calls deliver(n, ...). Mail that is due later than
/// there are boxes goes into an earlier box. The leader therefore checks the cycle of the mail it
/// gets, and adds it again if it is too early.
template <class Mail>
class CycleBoxes {
 public:
  explicit CycleBoxes(ClockPart& clock) : clock_(clock) {}
  CycleBoxes(const CycleBoxes&) = delete;
  CycleBoxes& operator=(const CycleBoxes&) = delete;

  /// Adds mail for cycle `at`, which lies ahead; the leader will be called. Only allowed while the
  /// clock serves a cycle, before its first cycle, or when a window has ended.
  void add(Cycle at, const Mail& mailbox) {
    at = std::min(at, clock_.open_from() + ClockPart::kHorizon - 1);
    Box& box = box_of(at);
    if (box.empty()) clock_.wake_leader(at);
    mails_.add(box, mailbox);
  }
  /// Empties the box of cycle `now` and calls act(mail) for each. Earlier, by twice kAhead and by
  /// kAhead mails, it calls later(mail) and soon(mail), which may prefetch the memory that the next
  /// step reads.
  template <class Act, class Soon, class Later>
  void deliver(Cycle now, const Act& act, const Soon& soon, const Later& later) {
    Box& box = box_of(now);
    typename Mails::Cursor far(box);
    for (unsigned i = 0; i < 2 * kAhead && far.more(); ++i) later(far.take());
    typename Mails::Cursor near(box);
    for (unsigned i = 0; i < kAhead && near.more(); ++i) soon(near.take());
    mails_.drain(box, [&](Mail& mailbox) {
      if (far.more()) later(far.take());
      if (near.more()) soon(near.take());
      act(mailbox);
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
