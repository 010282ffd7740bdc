// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tlm_models/machine/machine_plan.h"
#include "workloads/options.h"
#include "workloads/schedule/elements/builder.h"

namespace gf::model {

/// Makes the moves of a collective of any size.
using CollectiveMaker = std::function<void(CollectiveBuilder&)>;
/// Reads the options for so many ranks on a machine, which may be null, and returns the maker,
/// which keeps no reference to them.
using CollectiveAlgorithm =
    std::function<CollectiveMaker(const OptionValues&, unsigned ranks, const MachinePlan*)>;
using NamedAlgorithm = std::pair<std::string, CollectiveAlgorithm>;

/// The algorithms of a library with channels (NCCL) for a collective: none, or several whose names
/// begin with "nccl". They take the channels that library_ranks() finds, and name themselves as
/// tables show them: "nccl ring simple x24".
std::vector<NamedAlgorithm> library_algorithms(Collective::Kind kind);
/// The options of these algorithms, apart from names of NCCL (library_settings.h).
const std::vector<std::string>& library_keys();

}  // namespace gf::model
