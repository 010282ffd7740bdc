// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/graph.h"
#include "tlm_models/topology/router_graph.h"

namespace gf::platforms::network {

/// Routers router_<r>, their terminals node_<n> and the channels between them, each once. Routers
/// of `nodes_per_group` nodes are drawn together, where those are not all nodes. A channel carries
/// flits, which have no size in bytes, and its flits are in channels.csv: no rates, no statistics.
Graph network_graph(const model::RouterGraph& routers, unsigned nodes_per_group);

}  // namespace gf::platforms::network
