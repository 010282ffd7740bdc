// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "workloads/schedule/schedule.h"

namespace gf::platforms::schedule {

/// Calls `act` for each copy, with its name in a journal of hops and the numbers of its schedule
/// and task.
void each_copy(const std::vector<model::Schedule>& schedules,
               const std::function<void(const std::string& name, std::size_t schedule,
                                        std::size_t task)>& act);

/// Returns a schedule that consists of the copy called `name` in a journal of hops: "copy 0->2", or
/// "copy 0->2 #3" for the third one issued from 0 to 2. Throws UserError(kUsage) when there is
/// none.
std::vector<model::Schedule> only_copy(const std::vector<model::Schedule>& schedules,
                                       const std::string& name);

}  // namespace gf::platforms::schedule
