// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/divider.h"

namespace gf::model {

/// What a port of a router leads to: a node, a router nearby, a router far away. Length, latency
/// and cost of a channel go by its type.
enum class ChannelType : std::uint8_t { kTerminal, kLocal, kGlobal, kUnused };
std::string_view to_text(ChannelType type);

/// One port: its channel's type and the other end.
struct RouterPort {
  ChannelType type = ChannelType::kUnused;
  std::uint32_t peer = 0;       ///< kTerminal: number of the node; else of the router.
  std::uint32_t peer_port = 0;  ///< Port of the peer router; 0 at a node.
};

/// Routers with equal numbers of ports, joined by channels in both directions. The first ports of a
/// router lead to its nodes: node n sits at router n / nodes_per_router, port n % nodes_per_router.
class RouterGraph {
 public:
  RouterGraph(unsigned routers, unsigned ports, unsigned nodes_per_router);
  /// Joins two ports that are free so far. Model error else.
  void connect(unsigned router, unsigned port, unsigned peer, unsigned peer_port, ChannelType type);

  [[nodiscard]] unsigned routers() const { return routers_; }
  [[nodiscard]] unsigned ports() const { return ports_; }  ///< Of each router.
  [[nodiscard]] unsigned nodes() const { return routers_ * nodes_per_router_; }
  [[nodiscard]] unsigned nodes_per_router() const { return nodes_per_router_; }
  [[nodiscard]] unsigned router_of(unsigned node) const { return by_nodes_(node); }
  /// Port of its router that leads to a node.
  [[nodiscard]] unsigned port_of(unsigned node) const { return by_nodes_.rest(node); }
  [[nodiscard]] const RouterPort& port(unsigned router, unsigned port) const {
    return table_[std::size_t{router} * ports_ + port];
  }
  /// Channels of a type; one between two routers counts once, both directions together.
  [[nodiscard]] unsigned channels(ChannelType type) const;

 private:
  const unsigned routers_;
  const unsigned ports_;
  const unsigned nodes_per_router_;
  const core::Divider by_nodes_;
  std::vector<RouterPort> table_;  ///< Router x port.
};

}  // namespace gf::model
