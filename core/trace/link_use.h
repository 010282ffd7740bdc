// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/stats/link_senders.h"
#include "core/stats/step_recorder.h"
#include "core/trace/timeline.h"

namespace gf::core {

class TimelineFile;

/// How busy the links of a machine are while it runs, as counters of a timeline: for each link the
/// share of the time, 0 ... 1, in which it held a packet.
/// Of several ranks each has one, which watches the links that it serves, and that of rank 0 knows
/// all in the end.
/// Bounded however long a run is: at most kMostSamples steps (core/stats/step_recorder.h); of the first
/// kMostWatched links, the kMostShown that were used most, and one counter with the mean of all
/// that are watched.
class LinkUse final {
 public:
  static constexpr std::size_t kMostSamples = 1000;
  static constexpr std::size_t kMostShown = 64;
  static constexpr std::size_t kMostWatched = 4096;

  /// Watches `links`, which outlive write().
  explicit LinkUse(const std::vector<LinkSender>& links);

  /// Once the run is over. Collective.
  void finish() { steps_.finish(); }
  void write(TimelineFile& timeline) const;  ///< Behind finish().

 private:
  [[nodiscard]] std::vector<std::size_t> most_used() const;
  template <class Value>
  void write_steps(TimelineFile& timeline, const std::string& process, const std::string& name,
                   const Value& value) const;
  void write_link(TimelineFile& timeline, std::size_t number) const;
  void write_mean(TimelineFile& timeline) const;
  /// Share of step `index` in which link `number` held a packet.
  [[nodiscard]] double share(std::size_t number, std::size_t index) const;

  StepRecorder steps_{kMostSamples};
  std::vector<Timeline::Row> rows_;  ///< Of the links that are watched, by their number.
  std::size_t not_watched_;
};

}  // namespace gf::core
