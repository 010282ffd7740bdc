// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tlm_models/work/schedule/schedule.h"

namespace gf::model {

/// The schedules of a file, by its ending: NAME.goal as read_goal_file() reads it, NAME.0.et as
/// read_chakra_files() does, with the traces of the other ranks, NAME.sched, or
/// NAME.sched:name=value,... with values of its parameters, as expand_schedule() does, all others
/// as read_schedules(). Throws UserError for what those refuse, and for a file that cannot be read
/// or is empty.
std::vector<Schedule> read_schedule_file(const std::string& named,
                                         std::optional<unsigned> gpus = std::nullopt);

}  // namespace gf::model
