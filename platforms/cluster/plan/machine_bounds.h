// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "platforms/graph.h"
#include "tlm_models/topology/nvlink/nvlink_graph.h"

namespace gf::platforms::cluster {

/// Returns a line for a machine's title: the most that its GPUs can send each other over NVLink
/// (`nvlink`, if it has some), PCIe trees and socket links at the rates of `graph`, with headers.
/// All-to-all: each GPU sends as much to each other one, by the way that copies take, NVLink where
/// both have it to each other, else a tree; the busiest direction of a link limits it. Bisection:
/// the first half of the GPUs sends to the second one, over NVLink and over trees by the best
/// routes there could be. Empty: no two GPUs reach each other.
std::string bounds_of(const Graph& graph, const std::optional<model::NvlinkGraph>& nvlink);

}  // namespace gf::platforms::cluster
