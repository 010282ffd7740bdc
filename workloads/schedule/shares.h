// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/ticks.h"
#include "workloads/schedule/schedule.h"
#include "workloads/schedule/task_classes.h"

namespace gf::model {

/// When a machine did a task, from the start of the schedule.
struct TaskTimes {
  core::Ticks issued = 0;  ///< When it could start.
  core::Ticks began = 0;   ///< Of a kernel or a reduce: when its device turned to it.
  core::Ticks ended = 0;
};

/// Where the time of a rank went; all together it is that of the step.
struct RankShares {
  core::Ticks compute = 0;
  core::Ticks bubble = 0;            ///< Nothing to compute: others had to first.
  std::vector<core::Ticks> exposed;  ///< By class: nothing to compute, it waited for that.
};

/// What the ranks of a schedule with classes did, and what they waited for while they computed
/// nothing. To classify an idle interval we start from the task that ended it: the rank's next
/// kernel, or the last task of the step. From there we walk back, at each task to the dependency
/// that finished last, on any rank. A copy or a reduce makes its time exposed communication of its
/// class, a kernel makes it bubble. A task behind others of its kind on its device waits for those.
struct StepShares {
  core::Ticks step = 0;           ///< When the last task ended.
  std::vector<RankShares> ranks;  ///< All devices that the schedule names.
};
/// `times`: of all tasks, which have ended.
StepShares shares_of(const Schedule& schedule, const std::vector<TaskTimes>& times);

}  // namespace gf::model
