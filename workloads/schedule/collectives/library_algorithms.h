// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tlm_models/machine/machine_plan.h"
#include "workloads/options.h"
#include "workloads/schedule/collectives/builder.h"

namespace gf::model {

/// Makes the moves of a collective, with the user's options. The machine may be null.
using CollectiveAlgorithm =
    std::function<void(CollectiveBuilder&, const OptionValues&, const MachinePlan*)>;
using NamedAlgorithm = std::pair<std::string, CollectiveAlgorithm>;

/// The algorithms of a library with channels (NCCL) for a collective: none, or several whose names
/// begin with "nccl". They take the channels of the machine if all of its GPUs are ranks, and
/// otherwise rings in the order of ranks. They name the algorithm as tables show it: "nccl_ring
/// simple x24".
std::vector<NamedAlgorithm> library_algorithms(Collective::Kind kind);
/// The options of these algorithms.
const std::vector<std::string>& library_keys();

}  // namespace gf::model
