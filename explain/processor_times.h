// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>

#include "core/trace/hop_journal.h"

namespace gf::core {

/// How a processor spent its time that runs one task at a time, in the order in which they were
/// posted. The waits of tasks are exact: from posting to beginning the processor ran other tasks,
/// or took its time to begin.
class ProcessorTimes final : public HopJournal::Sink {
 public:
  struct Kind {
    std::uint64_t tasks = 0;
    Ticks busy = 0;                       ///< Time in which these tasks ran.
    Ticks waited = 0;                     ///< From posting to beginning, summed over these tasks.
    std::map<std::string, Ticks> behind;  ///< The same, by the kind of task that ran; "": none did.
  };
  using Kinds = std::map<std::string, Kind>;
  /// Returns the times by processor number.
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
  std::map<HopJournal::Number, std::deque<Task>> recent_;  ///< Tasks behind which later ones may
                                                           ///< wait.
};

}  // namespace gf::core
