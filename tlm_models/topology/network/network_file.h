// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <istream>
#include <ostream>
#include <string>

#include "tlm_models/topology/network/router_graph.h"

namespace gf::model {

/// Reads a network from a file in the form of BookSim2's anynet:
///
///     router 0 node 0 node 1 router 1 10    # to router 1 in 10 cycles
///     router 1 node 2
///
/// A line lists the links of a router. A channel may be given at one end or at both; if at both,
/// they must agree. The number after a router is the latency of the channel, in cycles and in both
/// directions; without one, that of local channels. `#` begins a comment. Routers are 0 ... n - 1,
/// nodes are numbered router by router, and two routers have at most one channel. BookSim2 leaves
/// these points open.
///
/// Throws UserError(kBadInput), with file and line where there is one, for: other lines, missing
/// numbers, a node at two routers, conflicting latencies, more than 64 ports, or routers without a
/// route between them.
RouterGraph read_network_file(std::istream& in, const std::string& file);
RouterGraph read_network_file(const std::string& file);

/// Writes a file that read_network_file() reads. `latency`: of a channel, in cycles; 0: omitted.
void write_network_file(std::ostream& out, const RouterGraph& graph,
                        const std::function<unsigned(const RouterPort&)>& latency);

}  // namespace gf::model
