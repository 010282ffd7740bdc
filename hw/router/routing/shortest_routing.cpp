// SPDX-License-Identifier: Apache-2.0
#include "hw/router/routing/shortest_routing.h"

#include <algorithm>
#include <set>

namespace gf::hw::router {

ShortestRouting::ShortestRouting(const model::RouterGraph& graph, unsigned latency)
    : graph_(graph), latency_(latency), ports_(std::size_t{graph.routers()} * graph.routers()) {
  for (unsigned last = 0; last < graph.routers(); ++last)
    if (graph.nodes_at(last) > 0) find_ways_to(last);
}

/// Returns the cost of a path with one more channel.
ShortestRouting::Cost ShortestRouting::behind(const Cost& cost,
                                              const model::RouterPort& port) const {
  return {cost.first + (port.latency > 0 ? port.latency : latency_), cost.second + 1};
}

void ShortestRouting::find_ways_to(unsigned last) {
  constexpr Cost kFar{~0u, ~0u};
  std::vector<Cost> costs(graph_.routers(), kFar);
  std::set<std::pair<Cost, unsigned>> next{{{0, 0}, last}};
  costs[last] = {0, 0};
  while (!next.empty()) {
    const unsigned at = next.begin()->second;
    next.erase(next.begin());
    if (at != last && graph_.nodes_at(at) > 0) vcs_ = std::max(vcs_, costs[at].second);
    for (unsigned p = graph_.nodes_at(at); p < graph_.ports(); ++p) {
      const model::RouterPort& port = graph_.port(at, p);
      if (port.type == model::ChannelType::kUnused) continue;
      const Cost cost = behind(costs[at], port);
      if (cost >= costs[port.peer]) continue;
      next.erase({costs[port.peer], port.peer});
      costs[port.peer] = cost;
      next.insert({cost, port.peer});
    }
  }
  for (unsigned router = 0; router < graph_.routers(); ++router) {
    // The lowest port whose channel begins a shortest path.
    for (unsigned p = graph_.ports(); p-- > graph_.nodes_at(router);) {
      const model::RouterPort& port = graph_.port(router, p);
      if (router == last || port.type == model::ChannelType::kUnused) continue;
      if (behind(costs[port.peer], port) == costs[router])
        ports_[std::size_t{last} * graph_.routers() + router] = static_cast<std::uint8_t>(p);
    }
  }
}

Hop ShortestRouting::next(Flit& head, unsigned router) const {
  const unsigned last = graph_.router_of(head.dst);
  if (router == last) return {graph_.port_of(head.dst), 0};
  return {ports_[std::size_t{last} * graph_.routers() + router], head.hops_local++};
}

}  // namespace gf::hw::router
