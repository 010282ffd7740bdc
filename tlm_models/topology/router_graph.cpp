// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/router_graph.h"

#include <fmt/format.h>
#include <map>

#include "core/error.h"
#include "core/print.h"

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

void write_router_graph_dot(std::ostream& out, const RouterGraph& graph) {
  core::print(out, "graph network {{\n  node [shape=box];\n");
  for (unsigned router = 0; router < graph.routers(); ++router) {
    const unsigned first = router * graph.nodes_per_router();
    core::print(out, "  r{} [label=\"r{}\\nnodes {}...{}\"];\n", router, router, first,
                first + graph.nodes_per_router() - 1);
  }
  for (unsigned router = 0; router < graph.routers(); ++router) {
    std::map<std::pair<unsigned, ChannelType>, unsigned> peers;
    for (unsigned p = graph.nodes_per_router(); p < graph.ports(); ++p) {
      const RouterPort& port = graph.port(router, p);
      if (port.type != ChannelType::kUnused && port.peer > router) ++peers[{port.peer, port.type}];
    }
    for (const auto& [peer, count] : peers) {
      core::print(out, "  r{} -- r{} [class={}, label=\"{}\"];\n", router, peer.first,
                  to_text(peer.second), count == 1 ? "" : std::to_string(count));
    }
  }
  core::print(out, "}}\n");
}

void write_router_graph_csv(std::ostream& out, const RouterGraph& graph) {
  core::print(out, "router,port,type,peer,peer_port\n");
  for (unsigned router = 0; router < graph.routers(); ++router) {
    for (unsigned p = 0; p < graph.ports(); ++p) {
      const RouterPort& port = graph.port(router, p);
      if (port.type == ChannelType::kUnused) continue;
      core::print(out, "{},{},{},{},{}\n", router, p, to_text(port.type), port.peer,
                  port.peer_port);
    }
  }
}

bool print_router_graph(std::ostream& out, const RouterGraph& graph, const std::string& format) {
  if (format == "dot") write_router_graph_dot(out, graph);
  if (format == "csv") write_router_graph_csv(out, graph);
  return format == "dot" || format == "csv";
}

}  // namespace gf::model
