// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <istream>
#include <ostream>
#include <string>

#include "tlm_models/topology/network/router_graph.h"

namespace gf::model {

/// A network from a file, as BookSim2's anynet has it:
///
///     router 0 node 0 node 1 router 1 10    # to router 1 in 10 cycles
///     router 1 node 2
///
/// A line says what a router is joined to; said once is enough, said again it must agree. The
/// number behind a router is the latency of the channel, in cycles and in both directions; without
/// one it is that of local channels. `#` begins a comment. Routers are 0 ... n - 1, nodes are
/// numbered router by router, two routers have one channel at most (all of which BookSim2 leaves
/// open).
///
/// Throws UserError(kBadInput), with file and line where there is one: what is no such line,
/// numbers that are left out, a node at two routers, latencies that differ, more than 64 ports,
/// routers without a way between them.
RouterGraph read_network_file(std::istream& in, const std::string& file);
RouterGraph read_network_file(const std::string& file);

/// Writes what read_network_file() reads. `latency`: of a channel, in cycles; 0: left out.
void write_network_file(std::ostream& out, const RouterGraph& graph,
                        const std::function<unsigned(const RouterPort&)>& latency);

}  // namespace gf::model
