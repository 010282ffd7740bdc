// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/network/router_graph.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"

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

RouterGraph::RouterGraph(unsigned routers, unsigned ports, unsigned nodes_per_router,
                         unsigned with_nodes)
    : routers_(routers),
      ports_(ports),
      nodes_per_router_(nodes_per_router),
      by_nodes_(nodes_per_router),
      nodes_(std::min(with_nodes, routers) * nodes_per_router),
      table_(std::size_t{routers} * ports) {
  add_nodes();
}

RouterGraph::RouterGraph(unsigned ports, const std::vector<unsigned>& nodes_at)
    : routers_(static_cast<unsigned>(nodes_at.size())),
      ports_(ports),
      nodes_per_router_(*std::max_element(nodes_at.begin(), nodes_at.end())),
      by_nodes_(std::max(1u, nodes_per_router_)),
      table_(std::size_t{routers_} * ports) {
  for (unsigned router = 0; router < routers_; ++router) {
    first_nodes_.push_back(nodes_);
    nodes_ += nodes_at[router];
    routers_of_.resize(nodes_, router);
  }
  first_nodes_.push_back(nodes_);
  add_nodes();
}

void RouterGraph::add_nodes() {
  for (unsigned node = 0; node < nodes(); ++node) {
    table_[std::size_t{router_of(node)} * ports_ + port_of(node)] = {ChannelType::kTerminal, node};
  }
}

void RouterGraph::connect(unsigned router, unsigned port, unsigned peer, unsigned peer_port,
                          ChannelType type, unsigned latency) {
  RouterPort& here = table_[std::size_t{router} * ports_ + port];
  RouterPort& there = table_[std::size_t{peer} * ports_ + peer_port];
  GF_CHECK(
      here.type == ChannelType::kUnused && there.type == ChannelType::kUnused && router != peer,
      fmt::format("router {} port {} to router {} port {}", router, port, peer, peer_port));
  here = {type, peer, peer_port, latency};
  there = {type, router, port, latency};
}

unsigned RouterGraph::channels(ChannelType type) const {
  unsigned ends = 0;
  for (const RouterPort& port : table_) ends += port.type == type ? 1 : 0;
  return type == ChannelType::kTerminal ? ends : ends / 2;
}

}  // namespace gf::model
