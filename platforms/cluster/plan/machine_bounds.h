// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "platforms/graph.h"
#include "tlm_models/topology/nvlink/nvlink_graph.h"

namespace gf::platforms::cluster {

/// Returns a line for a machine's title: upper bounds of the rates between its GPUs, including
/// headers. They cover NVLink (`nvlink`, if the machine has it), PCIe trees and socket links, at
/// the rates of `graph`.
///
/// All-to-all: each GPU sends equal amounts to all others by the way that copies take: NVLink if
/// both have it to each other, otherwise a tree. The busiest direction of a link limits the rate.
/// Bisection: the first half of the GPUs sends to the second, over NVLink and over trees by the
/// best possible routes. Empty: no two GPUs reach each other.
std::string bounds_of(const Graph& graph, const std::optional<model::NvlinkGraph>& nvlink);

}  // namespace gf::platforms::cluster
