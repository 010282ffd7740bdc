// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "workloads/schedule/schedule.h"

namespace gf::model {

/// Operations of a GPU in a second, unless somebody says how many: as of a step of training.
inline constexpr double kUsualComputeRate = 1e14;

/// The schedules of a file, by its ending: NAME.goal and NAME.bin as read_goal_file() reads them,
/// NAME.0.et as read_chakra_files() does, with the traces of the other ranks, NAME.sched, or
/// NAME.sched:name=value,... with values of its parameters, as expand_schedule() does, all others
/// as read_schedules(). Files of workloads that kernels name count from the file's directory.
/// Throws UserError for what those refuse, and for a file that cannot be read or is empty.
std::vector<Schedule> read_schedule_file(const std::string& named,
                                         std::optional<unsigned> gpus = std::nullopt,
                                         double compute_rate = kUsualComputeRate);

}  // namespace gf::model
