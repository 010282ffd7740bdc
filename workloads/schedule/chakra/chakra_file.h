// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "workloads/schedule/schedule.h"

namespace gf::model {

/// Reads the traces NAME.0.et, NAME.1.et, ... of all ranks with read_chakra() and returns the
/// schedule NAME made by chakra_schedule(). `file` is the first of them. One warning counts
/// everything in the traces that is not modelled. Throws UserError for errors of these functions,
/// for a `file` that is not the trace of rank 0, and for more ranks than `devices`.
Schedule read_chakra_files(const std::string& file, double compute_rate,
                           std::optional<unsigned> devices = std::nullopt);

}  // namespace gf::model
