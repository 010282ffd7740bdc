// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "core/param/param.h"
#include "core/stats/result_value.h"
#include "hw/nic/flit_port.h"
#include "platforms/cluster/cluster_node.h"
#include "platforms/cluster/dead_channels.h"
#include "platforms/graph.h"
#include "platforms/network/network.h"
#include "platforms/network/shape_if.h"

namespace gf::platforms::cluster {

inline constexpr core::OutputNote kSegmentsAgain{
    "segments_again", "count", "segments that cards sent again", "with a network"};

class ClusterRanks;

/// Parameters of nodes and their network.
struct ClusterParams : core::ParamGroup {
  core::Param<unsigned> nodes =
      param("nodes", 4u, "nodes of the cluster", "none", core::between(1u, 1024u),
            core::experiment_choice("the size of the machine"));
  core::Param<std::string> network =
      param("network", "fat_tree",
            "network topology that connects the NICs; its sizes are parameters net.*", "assumed",
            core::one_of(network::shape_names()));
  core::Param<unsigned> spacing = param(
      "spacing", 1u,
      "stride between nodes in the network: every n-th position is used, the others stay empty",
      "none", core::between(1u, 1024u), core::experiment_choice("the shape of the machine"));
  ClusterNodeParams node;
  hw::nic::FlitPortParams port;
  network::NetworkParams net;

  ClusterParams();
  /// Declares all parameters except those of the shape.
  void declare(const core::ParamScope& root);
  /// Declares the parameters of nodes, ports and channels.
  void declare_parts(const core::ParamScope& root);
  [[nodiscard]] unsigned cards() const { return nodes * node.networked(); }
  /// Returns the network node of the first card of node `i`; its other cards follow.
  [[nodiscard]] unsigned first_place(unsigned i) const { return i * node.networked() * spacing; }
};

/// Nodes with their software on a network of routers: node_<i>, router_<i>, port_<i>. Card c of the
/// cluster is card c % nics of node c / nics. It is attached to node c of the network, or to a
/// later one (ClusterParams::spacing). Network nodes without a card send nothing.
class Cluster {
 public:
  /// Throws UserError when the network has fewer nodes than there are cards. `shape` must be built.
  Cluster(const ClusterParams& params, network::ShapeIf& shape, std::uint64_t seed);
  ~Cluster();

  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(nodes_.size()); }
  [[nodiscard]] ClusterNode& node(unsigned i) { return *nodes_[i]; }
  [[nodiscard]] network::Network& network() { return *network_; }
  [[nodiscard]] hw::nic::FlitPort& port(unsigned card) {
    return *ports_[nodes_[card / nodes_[0]->nics()]->nic(card % nodes_[0]->nics()).number()];
  }
  [[nodiscard]] const hw::nic::SegmentPool& segments() const { return segments_; }
  /// Returns the rank that simulates node `i`, if NetworkParams::by_ranks; otherwise 0.
  [[nodiscard]] unsigned rank_of(unsigned node) const;
  /// Returns a text for each dead part of the network that has lost segments.
  [[nodiscard]] std::vector<std::string> deaths() const;
  /// Returns the trees of the nodes, and the routers that join their cards.
  [[nodiscard]] Graph graph() const;

 private:
  hw::router::TerminalIf& add_port(const ClusterParams& params, unsigned number,
                                   hw::router::Transit& transit);

  network::ShapeIf& shape_;
  hw::nic::SegmentPool segments_;
  std::vector<std::unique_ptr<ClusterNode>> nodes_;
  std::vector<std::unique_ptr<hw::nic::FlitPort>> owned_ports_;
  std::vector<hw::nic::FlitPort*> ports_;  ///< By node of the network.
  std::unique_ptr<network::Network> network_;
  std::unique_ptr<DeadChannels> dead_channels_;
  std::unique_ptr<ClusterRanks> ranks_;  ///< Null: this process simulates the whole cluster.
};

}  // namespace gf::platforms::cluster
