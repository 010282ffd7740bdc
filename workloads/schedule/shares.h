// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/ticks.h"
#include "workloads/schedule/schedule.h"
#include "workloads/schedule/task_classes.h"

namespace gf::model {

/// The times of a task in a run, from the start of the schedule.
struct TaskTimes {
  core::Ticks issued = 0;  ///< When it could start.
  core::Ticks began = 0;   ///< For a kernel or a reduce: when its device started it.
  core::Ticks ended = 0;
};

/// How a rank spent its time; the sum is the time of the step.
struct RankShares {
  core::Ticks compute = 0;
  core::Ticks bubble = 0;  ///< Nothing to compute: waited for other computations.
  /// Nothing to compute: waited for communication of each class.
  std::vector<core::Ticks> exposed;
};

/// The time shares of all ranks of a schedule with classes. To classify an idle interval we start
/// from the task that ended it: the rank's next kernel, or the last task of the step. From there we
/// walk back, at each task to the dependency that finished last, on any rank. The time of a copy or
/// a reduce is exposed communication of its class; the time of a kernel is bubble. A task that is
/// queued on its device waits for the tasks of its kind before it.
struct StepShares {
  core::Ticks step = 0;           ///< End of the last task.
  std::vector<RankShares> ranks;  ///< All devices that the schedule names.
};
/// `times`: for all tasks, which must have ended.
StepShares shares_of(const Schedule& schedule, const std::vector<TaskTimes>& times);

}  // namespace gf::model
