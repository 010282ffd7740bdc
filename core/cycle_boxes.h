// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "core/clock_part.h"

namespace gf::core {

/// What a clock's leader delivers, by the cycle in which it does: one list a cycle, written and
/// read from one end to the other. Emptied boxes are used again, the last one first: it is still in
/// the caches. Use: for_cycle(at).push_back(mail); the leader, called in cycle n, walks [n] and
/// says emptied(). What comes later than there are boxes lies in an earlier one: the leader looks
/// at the date of what it finds and puts off the rest.
template <class Mail>
class CycleBoxes {
 public:
  explicit CycleBoxes(ClockPart& clock) : clock_(clock) {}
  CycleBoxes(const CycleBoxes&) = delete;
  CycleBoxes& operator=(const CycleBoxes&) = delete;

  /// Where mail for cycle `at`, which lies ahead, belongs; the leader will be called. Only while
  /// the clock serves a cycle, before its first one, or when a window of it has ended.
  std::vector<Mail>& for_cycle(Cycle at) {
    at = std::min(at, clock_.open_from() + ClockPart::kHorizon - 1);
    std::vector<Mail>& box = (*this)[at];
    if (box.empty()) {
      open(box);
      clock_.wake_leader(at);
    }
    return box;
  }
  std::vector<Mail>& operator[](Cycle at) { return boxes_[at % boxes_.size()]; }
  void emptied(std::vector<Mail>& box) {
    box.clear();
    spare_.emplace_back();
    spare_.back().swap(box);
  }

 private:
  void open(std::vector<Mail>& box) {
    if (spare_.empty()) return;
    box.swap(spare_.back());
    spare_.pop_back();
  }

  ClockPart& clock_;
  std::array<std::vector<Mail>, ClockPart::kHorizon + 1> boxes_;
  std::vector<std::vector<Mail>> spare_;
};

}  // namespace gf::core
