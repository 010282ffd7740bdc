// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/router_graph.h"

#include <fmt/format.h>

#include "core/error.h"

namespace gf::model {

std::string_view to_text(ChannelType type) {
  switch (type) {
    case ChannelType::kTerminal:
      return "terminal";
    case ChannelType::kLocal:
      return "local";
    case ChannelType::kGlobal:
      return "global";
    case ChannelType::kUnused:
      return "unused";
  }
  return "?";
}

RouterGraph::RouterGraph(unsigned routers, unsigned ports, unsigned nodes_per_router)
    : routers_(routers),
      ports_(ports),
      nodes_per_router_(nodes_per_router),
      by_nodes_(nodes_per_router),
      table_(std::size_t{routers} * ports) {
  for (unsigned node = 0; node < nodes(); ++node) {
    table_[std::size_t{router_of(node)} * ports_ + node % nodes_per_router_] = {
        ChannelType::kTerminal, node, 0};
  }
}

void RouterGraph::connect(unsigned router, unsigned port, unsigned peer, unsigned peer_port,
                          ChannelType type) {
  RouterPort& here = table_[std::size_t{router} * ports_ + port];
  RouterPort& there = table_[std::size_t{peer} * ports_ + peer_port];
  GF_CHECK(
      here.type == ChannelType::kUnused && there.type == ChannelType::kUnused && router != peer,
      fmt::format("router {} port {} to router {} port {}", router, port, peer, peer_port));
  here = {type, peer, peer_port};
  there = {type, router, port};
}

unsigned RouterGraph::channels(ChannelType type) const {
  unsigned ends = 0;
  for (const RouterPort& port : table_) ends += port.type == type ? 1 : 0;
  return type == ChannelType::kTerminal ? ends : ends / 2;
}

}  // namespace gf::model
