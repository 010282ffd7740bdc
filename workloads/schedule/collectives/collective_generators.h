// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "workloads/options.h"
#include "workloads/schedule/schedule.h"

namespace gf::model {

/// A collective that a user may ask for, as "allreduce:algorithm=ring,bytes=64 MiB".
struct CollectiveForm {
  std::string name;
  std::vector<std::string> keys;  ///< Besides bytes.
  std::string meaning;
};
const std::vector<CollectiveForm>& collective_forms();
/// Whether the one of that name takes a root.
bool collective_has_root(const std::string& name);

/// Schedules of the collective `name` over `ranks` devices, one for each size: `bytes` (64 MiB), or
/// from a size up to another one, "8 B..128 MiB", each `factor` (2) times the one before. Where
/// the vector is cut in a block a rank the size is rounded down to whole elements in equal blocks,
/// as nccl-tests does; a size of less than an element a rank stays, and some blocks are empty.
/// `in_place` (false), `check` (false): false or true. Throws UserError(kUsage) with the option
/// and what is legal, also for more than kMostCommunications tasks, and for a check of more than
/// 1 GiB on all ranks.
std::vector<Schedule> make_collectives(const std::string& name, const OptionValues& values,
                                       unsigned ranks);

}  // namespace gf::model
