// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/network_graph.h"

#include <fmt/format.h>

namespace gf::platforms::network {

using model::ChannelType;
using model::RouterPort;

Graph network_graph(const model::RouterGraph& routers, unsigned nodes_per_group) {
  Graph graph;
  const auto router = [](unsigned r) { return fmt::format("router_{}", r); };
  const auto terminal = [](unsigned n) { return fmt::format("node_{}", n); };
  const auto sends = [&](unsigned r, unsigned p) {
    return Graph::Direction{{}, {}, sender_name(routers, r, p)};
  };
  const auto group = [&](unsigned r) {
    if (nodes_per_group >= routers.nodes() || routers.nodes_at(r) == 0) return std::string();
    return fmt::format("group_{}", routers.first_node(r) / nodes_per_group);
  };
  for (unsigned r = 0; r < routers.routers(); ++r)
    graph.nodes.push_back({router(r), "router", r, group(r)});
  for (unsigned n = 0; n < routers.nodes(); ++n)
    graph.nodes.push_back({terminal(n), "terminal", n, group(routers.router_of(n))});
  for (unsigned r = 0; r < routers.routers(); ++r) {
    for (unsigned p = 0; p < routers.ports(); ++p) {
      const RouterPort& port = routers.port(r, p);
      const std::string kind(model::to_text(port.type));
      if (port.type == ChannelType::kTerminal) {
        graph.links.push_back({kind, {router(r), p}, {terminal(port.peer)}, sends(r, p)});
      } else if (port.type != ChannelType::kUnused && r < port.peer) {
        graph.links.push_back({kind,
                               {router(r), p},
                               {router(port.peer), port.peer_port},
                               sends(r, p),
                               sends(port.peer, port.peer_port)});
      }
    }
  }
  return graph;
}

std::string sender_name(const model::RouterGraph& routers, unsigned router, unsigned port) {
  const RouterPort& to = routers.port(router, port);
  return fmt::format("router_{}.out_{} to {} {}", router, port,
                     to.type == ChannelType::kTerminal ? "node" : "router", to.peer);
}

}  // namespace gf::platforms::network
