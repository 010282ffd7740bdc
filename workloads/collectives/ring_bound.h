// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/collectives/channel_graph.h"
#include "workloads/collectives/channel_links.h"

namespace gf::model {

/// Returns the most that any rings together could carry over the types of paths that `graph` has.
/// Each ring crosses each cut between two GPUs, so that the narrowest cut is the bound: the least
/// flow from the first GPU to another one. `between_nodes`: also the flow from the network into the
/// node. One GPU alone has no cut: what `graph` carries.
core::ByteRate ring_bound(const ChannelLinks& links, const ChannelGraph& graph, bool between_nodes);

}  // namespace gf::model
