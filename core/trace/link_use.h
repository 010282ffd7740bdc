// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/stats/link_senders.h"
#include "core/stats/step_recorder.h"
#include "core/trace/timeline.h"

namespace gf::core {

class TimelineFile;

/// Records how busy the links of a machine are during a run, as counters of a timeline: for each
/// link the share of the time, 0 ... 1, in which it held a packet. With several ranks each watches
/// the links that it serves, and in the end rank 0 has all of them.
/// Its size does not depend on the length of a run. It has at most kMostSamples steps
/// (core/stats/step_recorder.h). Of the first kMostWatched links it shows the kMostShown most used,
/// and a counter with the mean of all watched links.
class LinkUse final {
 public:
  static constexpr std::size_t kMostSamples = 1000;
  static constexpr std::size_t kMostShown = 64;
  static constexpr std::size_t kMostWatched = 4096;

  /// Watches `links`, which must outlive write().
  explicit LinkUse(const std::vector<LinkSender>& links);

  /// Ends the recording when the run is over. Collective.
  void finish() { steps_.finish(); }
  void write(TimelineFile& timeline) const;  ///< Call it after finish().

 private:
  [[nodiscard]] std::vector<std::size_t> most_used() const;
  template <class Value>
  void write_steps(TimelineFile& timeline, const std::string& process, const std::string& name,
                   const Value& value) const;
  void write_link(TimelineFile& timeline, std::size_t number) const;
  void write_mean(TimelineFile& timeline) const;
  /// Returns the share of step `index` in which link `number` held a packet.
  [[nodiscard]] double share(std::size_t number, std::size_t index) const;

  StepRecorder steps_{kMostSamples};
  std::vector<Timeline::Row> rows_;  ///< By the number of a watched link.
  std::size_t not_watched_;
};

}  // namespace gf::core
