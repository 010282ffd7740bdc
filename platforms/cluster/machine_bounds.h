// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "platforms/graph.h"
#include "tlm_models/topology/nvlink_graph.h"

namespace gf::platforms::cluster {

/// What a machine can carry between its GPUs at most, as a line for its title: NVLink (`nvlink`, if
/// it has some), PCIe trees and socket links at the rates of `graph`, headers included.
/// All-to-all: each GPU sends as much to each other one, by the way that copies take, NVLink where
/// both have it to each other, else a tree; the busiest direction of a link limits it. Bisection:
/// the first half of the GPUs sends to the second one, over NVLink and over trees by the best
/// routes there could be. Empty: no two GPUs reach each other.
std::string bounds_of(const Graph& graph, const std::optional<model::NvlinkGraph>& nvlink);

}  // namespace gf::platforms::cluster
