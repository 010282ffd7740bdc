// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "workloads/schedule/schedule.h"

namespace gf::model {

/// The schedule NAME of the traces NAME.0.et, NAME.1.et, ... of which `file` names the first; as
/// read_chakra() and chakra_schedule() have it. What the traces hold and the model does not is
/// counted in one warning. Throws UserError for what those refuse, for a `file` that is not rank
/// 0's and for more ranks than `devices`.
Schedule read_chakra_files(const std::string& file, double compute_rate,
                           std::optional<unsigned> devices = std::nullopt);

}  // namespace gf::model
