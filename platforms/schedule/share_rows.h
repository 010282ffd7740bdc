// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "platforms/platform.h"
#include "workloads/schedule/shares.h"

namespace gf::platforms::schedule {

/// A finished schedule with classes of tasks, with its times and shares.
struct ShareRow {
  const model::Schedule* schedule = nullptr;
  core::Ticks began = 0;                ///< Simulated time of its start.
  std::vector<model::TaskTimes> times;  ///< By task.
  model::StepShares shares;

  /// Mean over the ranks, as a part of the step's time.
  [[nodiscard]] double compute() const;
  [[nodiscard]] double bubble() const;
  [[nodiscard]] double exposed(std::uint8_t its_class) const;
  /// Returns the classes of the schedule's tasks, except "compute".
  [[nodiscard]] std::vector<std::uint8_t> communicates() const;
};

/// Returns a table with one line per rank (its time of computing and of waiting) and lines with the
/// means. It shows at most `most` ranks of a schedule and tells how many it left out.
std::string share_table(const std::vector<ShareRow>& rows, std::size_t most);

/// Returns "step_time", "compute_time", "bubble_time" and "exposed_<class>" in seconds: means over
/// the ranks, summed over all schedules. Spaces in a class name become underscores, as in
/// "exposed_point_to_point".
std::vector<Result> share_results(const std::vector<ShareRow>& rows);
Outputs share_outputs();

/// Shows the tasks on the active timeline, if there is one: a row per class, within a group per
/// rank.
void draw_shares(const std::vector<ShareRow>& rows);

}  // namespace gf::platforms::schedule
