// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "workloads/schedule/schedule_csv.h"

namespace gf::model {

/// Default operations per second of a GPU, typical of a training step.
inline constexpr double kUsualComputeRate = 1e14;

/// Reads the schedules of a file, by its extension: NAME.goal and NAME.bin with read_goal_file();
/// NAME.0.et and the other ranks' traces with read_chakra_files(); NAME.sched, or
/// NAME.sched:name=value,... with parameter values, with expand_schedule(); all others with
/// read_schedules(). Workload files named by kernels are relative to the file's directory. Throws
/// UserError for errors of these readers, and for a file that cannot be read or is empty.
std::vector<Schedule> read_schedule_file(const std::string& named,
                                         std::optional<DeviceCount> devices = std::nullopt,
                                         double compute_rate = kUsualComputeRate);

}  // namespace gf::model
