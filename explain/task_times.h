// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>

#include "core/trace/hop_journal.h"

namespace gf::core {

/// What a processor that runs one task at a time, in the order of their posting, spent its time on.
/// The waits of tasks are exact: the processor ran others from their posting to their beginning, or
/// took its time to begin.
class TaskTimes final : public HopJournal::Sink {
 public:
  struct Kind {
    std::uint64_t tasks = 0;
    Ticks busy = 0;                       ///< These tasks ran.
    Ticks waited = 0;                     ///< From posting to beginning, summed over these tasks.
    std::map<std::string, Ticks> behind;  ///< The same by the kind that ran; "": none did.
  };
  using Kinds = std::map<std::string, Kind>;
  /// By the processor's number.
  [[nodiscard]] const std::map<HopJournal::Number, Kinds>& processors() const { return kinds_; }

  void leaves(const HopJournal::Hop&) override {}
  void task_ends(HopJournal::Number processor, const char* kind, Ticks posted, Ticks began,
                 Ticks ended) override;

 private:
  struct Task {
    const char* kind;
    Ticks began;
    Ticks ended;
  };
  std::map<HopJournal::Number, Kinds> kinds_;
  std::map<HopJournal::Number, std::deque<Task>> recent_;  ///< That later tasks may wait behind.
};

}  // namespace gf::core
