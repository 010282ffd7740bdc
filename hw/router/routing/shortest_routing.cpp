// SPDX-License-Identifier: Apache-2.0
#include "hw/router/routing/shortest_routing.h"

#include <algorithm>

namespace gf::hw::router {

ShortestRouting::ShortestRouting(const model::RouterGraph& graph)
    : graph_(graph), ports_(std::size_t{graph.routers()} * graph.routers()) {
  for (unsigned last = 0; last < graph.routers(); ++last)
    if (graph.nodes_at(last) > 0) find_ways_to(last);
}

void ShortestRouting::find_ways_to(unsigned last) {
  constexpr unsigned kFar = ~0u;
  std::vector<unsigned> hops(graph_.routers(), kFar);
  std::vector<unsigned> reached{last};
  hops[last] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (unsigned p = graph_.nodes_at(reached[i]); p < graph_.ports(); ++p) {
      const model::RouterPort& port = graph_.port(reached[i], p);
      if (port.type == model::ChannelType::kUnused || hops[port.peer] != kFar) continue;
      hops[port.peer] = hops[reached[i]] + 1;
      reached.push_back(port.peer);
    }
  }
  for (const unsigned router : reached) {
    if (router == last) continue;
    if (graph_.nodes_at(router) > 0) vcs_ = std::max(vcs_, hops[router]);
    unsigned p = graph_.nodes_at(router);
    while (graph_.port(router, p).type == model::ChannelType::kUnused ||
           hops[graph_.port(router, p).peer] + 1 != hops[router])
      ++p;
    ports_[std::size_t{last} * graph_.routers() + router] = static_cast<std::uint8_t>(p);
  }
}

Hop ShortestRouting::next(Flit& head, unsigned router) const {
  const unsigned last = graph_.router_of(head.dst);
  if (router == last) return {graph_.port_of(head.dst), 0};
  return {ports_[std::size_t{last} * graph_.routers() + router], head.hops_local++};
}

}  // namespace gf::hw::router
