// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "platforms/graph.h"
#include "tlm_models/topology/network/router_graph.h"

namespace gf::platforms::network {

/// Routers router_<r>, their terminals node_<n> and the channels between them, each once. Routers
/// of `nodes_per_group` nodes are drawn together, where those are not all nodes; one without nodes
/// is in no group. A channel carries flits, which have no size in bytes, and its flits are in
/// channels.csv: no rates, no statistics; what a router sends is watched by sender_name().
Graph network_graph(const model::RouterGraph& routers, unsigned nodes_per_group);

/// "router_3.out_2 to router 7": the sender of `port` of `router`, as core::LinkSender::path.
std::string sender_name(const model::RouterGraph& routers, unsigned router, unsigned port);

}  // namespace gf::platforms::network
