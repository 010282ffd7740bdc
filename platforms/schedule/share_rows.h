// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "platforms/platform.h"
#include "workloads/schedule/shares.h"

namespace gf::platforms::schedule {

/// A schedule with classes as a machine has done it, to its end.
struct ShareRow {
  const model::Schedule* schedule = nullptr;
  core::Ticks began = 0;                ///< Simulated time of its start.
  std::vector<model::TaskTimes> times;  ///< By task.
  model::StepShares shares;

  /// Means over its ranks, as a part of the step's time.
  [[nodiscard]] double compute() const;
  [[nodiscard]] double bubble() const;
  [[nodiscard]] double exposed(std::uint8_t its_class) const;
  /// Classes of which the schedule has tasks, but "compute".
  [[nodiscard]] std::vector<std::uint8_t> communicates() const;
};

/// A line a rank: what it computed, what it waited for; and one with the means. More than `most`
/// ranks of a schedule are cut, and the cut is said.
std::string share_table(const std::vector<ShareRow>& rows, std::size_t most);

/// "step_time", "compute_time", "bubble_time", "exposed_<class>": seconds, the means over ranks, of
/// all schedules together; of a class called "point to point" "exposed_point_to_point".
std::vector<Result> share_results(const std::vector<ShareRow>& rows);

/// Shows on the active timeline, if there is one, each task in a row of its class, at its rank.
void draw_shares(const std::vector<ShareRow>& rows);

}  // namespace gf::platforms::schedule
