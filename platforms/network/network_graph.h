// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "platforms/graph.h"
#include "tlm_models/topology/network/router_graph.h"

namespace gf::platforms::network {

/// Returns a graph with the routers router_<r>, their terminals node_<n> and the channels between
/// them, each once. Routers of `nodes_per_group` nodes are drawn together, unless that is all
/// nodes; routers without nodes are in no group. Channels have no rates, because flits have no size
/// in bytes. They have no statistics either: channels.csv has their flits, and sender_name() names
/// their senders.
Graph network_graph(const model::RouterGraph& routers, unsigned nodes_per_group);

/// Returns "router_3.out_2 to router 7": the sender at `port` of `router`, as
/// core::LinkSender::path.
std::string sender_name(const model::RouterGraph& routers, unsigned router, unsigned port);

}  // namespace gf::platforms::network
