// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "workloads/options.h"
#include "workloads/schedule/schedule.h"

namespace gf::model {

struct MachinePlan;

/// A collective that users can request, as in "allreduce:algorithm=ring,bytes=64 MiB".
struct CollectiveForm {
  std::string name;
  std::vector<std::string> keys;  ///< In addition to bytes.
  std::string meaning;
};
const std::vector<CollectiveForm>& collective_forms();
/// Returns whether the collective called `name` has a root.
bool collective_has_root(const std::string& name);

/// Returns schedules of the collective `name` over `ranks` devices, one per size. `bytes` (default
/// 64 MiB) is one size, or a range such as "8 B..128 MiB" in which each size is `factor` (default
/// 2) times the previous one. If the vector is cut into one block per rank, the size is rounded
/// down to whole elements in equal blocks, as in nccl-tests. A size of less than one element per
/// rank is kept, and some blocks are empty. `in_place` and `check` are true or false (default).
/// Throws UserError(kUsage) with the option and the legal values, also for more than
/// kMostCommunications tasks, and for a check of more than 1 GiB on all ranks.
/// Algorithms of libraries take the channels of `machine`, if all of its GPUs are ranks, and
/// otherwise rings in the order of ranks.
std::vector<Schedule> make_collectives(const std::string& name, const OptionValues& values,
                                       unsigned ranks, const MachinePlan* machine = nullptr);

}  // namespace gf::model
