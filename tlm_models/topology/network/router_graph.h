// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/divider.h"

namespace gf::model {

/// The other end of a router's port: a node, a router nearby, a router far away. The type sets
/// length, latency and cost of a channel.
enum class ChannelType : std::uint8_t { kTerminal, kLocal, kGlobal, kUnused };
std::string_view to_text(ChannelType type);

/// One port: its channel's type and the other end.
struct RouterPort {
  ChannelType type = ChannelType::kUnused;
  std::uint32_t peer = 0;       ///< kTerminal: number of the node; else of the peer router.
  std::uint32_t peer_port = 0;  ///< Port of the peer router; 0 at a node.
  std::uint32_t latency = 0;    ///< Latency of the channel, in cycles; 0: that of its type.
};

/// Routers with equal numbers of ports, linked by channels in both directions. The first ports of a
/// router lead to its nodes, if it has any.
class RouterGraph {
 public:
  /// Per router: masks of its allocators have 64 bits.
  static constexpr unsigned kMostPorts = 64;
  /// Node n is at router n / nodes_per_router, port n % nodes_per_router. Routers from `with_nodes`
  /// on have no nodes; kAll: all routers have nodes.
  static constexpr unsigned kAll = ~0u;
  RouterGraph(unsigned routers, unsigned ports, unsigned nodes_per_router,
              unsigned with_nodes = kAll);
  /// Nodes at arbitrary routers: `nodes_at` gives their number by router. Nodes are numbered router
  /// by router.
  RouterGraph(unsigned ports, const std::vector<unsigned>& nodes_at);
  /// Links two unused ports by a channel of `latency` cycles (0: that of its type). Other ports are
  /// a model error.
  void connect(unsigned router, unsigned port, unsigned peer, unsigned peer_port, ChannelType type,
               unsigned latency = 0);

  [[nodiscard]] unsigned routers() const { return routers_; }
  [[nodiscard]] unsigned ports() const { return ports_; }  ///< Ports per router.
  [[nodiscard]] unsigned nodes() const { return nodes_; }
  /// Nodes of the router with the most nodes.
  [[nodiscard]] unsigned nodes_per_router() const { return nodes_per_router_; }
  /// Number of nodes at that router.
  [[nodiscard]] unsigned nodes_at(unsigned router) const {
    return first_node(router + 1) - first_node(router);
  }
  /// Number of the router's first node.
  [[nodiscard]] unsigned first_node(unsigned router) const {
    return regular() ? std::min(router * nodes_per_router_, nodes_) : first_nodes_[router];
  }
  [[nodiscard]] unsigned router_of(unsigned node) const {
    return regular() ? by_nodes_(node) : routers_of_[node];
  }
  /// Port that leads to a node, at its router.
  [[nodiscard]] unsigned port_of(unsigned node) const {
    return regular() ? by_nodes_.rest(node) : node - first_nodes_[routers_of_[node]];
  }
  [[nodiscard]] const RouterPort& port(unsigned router, unsigned port) const {
    return table_[std::size_t{router} * ports_ + port];
  }
  /// Number of channels of a type; both directions count as one.
  [[nodiscard]] unsigned channels(ChannelType type) const;

 private:
  const unsigned routers_;
  const unsigned ports_;
  /// All routers with nodes have equally many: a division finds a node's router without a table.
  [[nodiscard]] bool regular() const { return first_nodes_.empty(); }
  void add_nodes();

  const unsigned nodes_per_router_;
  const core::Divider by_nodes_;
  unsigned nodes_ = 0;
  std::vector<std::uint32_t> first_nodes_;  ///< By router, one entry more; empty: regular().
  std::vector<std::uint32_t> routers_of_;   ///< By node; empty: regular().
  std::vector<RouterPort> table_;           ///< Router x port.
};

}  // namespace gf::model
