// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "core/param/param.h"
#include "core/stats/result_value.h"
#include "hw/nic/flit_port.h"
#include "platforms/cluster/cluster_node.h"
#include "platforms/cluster/dead_channels.h"
#include "platforms/cluster/device_map.h"
#include "platforms/graph.h"
#include "platforms/network/network.h"
#include "platforms/network/shape_if.h"

namespace gf::platforms::cluster {

inline constexpr core::OutputNote kSegmentsAgain{
    "segments_again", "count", "segments that cards sent again", "with a network"};

class ClusterRanks;

/// Parameters of the nodes that are another machine than most. Their paths begin with "node_" and
/// the machine's name.
struct OtherNodeParams {
  std::string name;  ///< Of the machine.
  ClusterNodeParams node;
  /// Memory bandwidth of GPUs without hardware of their own, from the machine's preset.
  std::optional<core::ByteRate> memory_rate{};
  std::string memory_source{};
  hw::nic::FlitPortParams port;  ///< Of its cards; only the rate differs from that of the others.

  [[nodiscard]] std::string scope() const { return "node_" + name; }  ///< Of its parameters.
};

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
  std::deque<OtherNodeParams> others;
  /// The machine of each node is `node` (0) or others[n - 1] (n). Empty: all are `node`.
  std::vector<unsigned> machine_of;
  hw::nic::FlitPortParams port;
  network::NetworkParams net;

  ClusterParams();
  /// Declares all parameters except those of the shape.
  void declare(const core::ParamScope& root);
  /// Declares the parameters of nodes, ports and channels.
  void declare_parts(const core::ParamScope& root);
  /// Returns the index of the machine of node `i`, as `machine_of` has it.
  [[nodiscard]] unsigned machine(unsigned i) const {
    return machine_of.empty() ? 0 : machine_of[i];
  }
  [[nodiscard]] unsigned machines() const { return 1 + static_cast<unsigned>(others.size()); }
  [[nodiscard]] ClusterNodeParams& of_machine(unsigned i) {
    return i == 0 ? node : others[i - 1].node;
  }
  [[nodiscard]] const ClusterNodeParams& node_at(unsigned i) const {
    return machine(i) == 0 ? node : others[machine(i) - 1].node;
  }
  [[nodiscard]] DeviceMap devices() const;
  [[nodiscard]] unsigned cards() const { return cards_before(nodes); }
  /// Returns the network node of the first card of node `i`; its other cards follow.
  [[nodiscard]] unsigned first_place(unsigned i) const { return cards_before(i) * spacing; }

 private:
  [[nodiscard]] unsigned cards_before(unsigned node) const;
};

/// Nodes with their software on a network of routers: node_<i>, router_<i>, port_<i>. Cards are
/// numbered node after node. Card c is attached to node c of the network, or to a later one
/// (ClusterParams::spacing). Network nodes without a card send nothing.
class Cluster {
 public:
  /// Throws UserError when the network has fewer nodes than there are cards. `shape` must be built.
  Cluster(const ClusterParams& params, network::ShapeIf& shape, std::uint64_t seed);
  ~Cluster();

  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(nodes_.size()); }
  [[nodiscard]] ClusterNode& node(unsigned i) { return *nodes_[i]; }
  [[nodiscard]] const DeviceMap& devices() const { return devices_; }
  /// Returns the node that has a device, and the device's number there, GPU or host.
  [[nodiscard]] ClusterNode& node_of(unsigned device) { return *nodes_[devices_.node_of(device)]; }
  [[nodiscard]] unsigned local(unsigned device) const {
    const unsigned local = devices_.local(device);
    return model::is_host(local) ? local - model::kFirstHost : local;
  }
  /// Returns the endpoint of a GPU or of a host.
  [[nodiscard]] hw::pcie::Endpoint& endpoint(unsigned device) {
    return model::is_host(device) ? node_of(device).numbered_host(local(device))
                                  : node_of(device).gpu(local(device));
  }
  /// Returns the number in its node of the card nearest to a device, and (next function) the card.
  [[nodiscard]] unsigned card_of(unsigned device) {
    return model::is_host(device) ? node_of(device).nic_of_host(local(device))
                                  : node_of(device).nic_of(local(device));
  }
  [[nodiscard]] hw::nic::Nic& nic(unsigned device) { return node_of(device).nic(card_of(device)); }
  [[nodiscard]] network::Network& network() { return *network_; }
  /// Returns the port of a card, by the card's number in the cluster.
  [[nodiscard]] hw::nic::FlitPort& port(unsigned card) { return *ports_[cards_[card]->number()]; }
  [[nodiscard]] const hw::nic::SegmentPool& segments() const { return segments_; }
  /// Returns the rank that simulates node `i`, if NetworkParams::by_ranks; otherwise 0.
  [[nodiscard]] unsigned rank_of(unsigned node) const;
  /// Returns a text for each dead part of the network that has lost segments.
  [[nodiscard]] std::vector<std::string> deaths() const;
  /// Returns the trees of the nodes, and the routers that join their cards.
  [[nodiscard]] Graph graph() const;

 private:
  hw::router::TerminalIf& add_port(const hw::nic::FlitPortParams& params, unsigned number,
                                   hw::router::Transit& transit);

  network::ShapeIf& shape_;
  const DeviceMap devices_;
  const bool unequal_;  ///< The nodes are different machines.
  hw::nic::SegmentPool segments_;
  std::vector<std::unique_ptr<ClusterNode>> nodes_;
  std::vector<hw::nic::Nic*> cards_;  ///< Those on the network.
  std::vector<std::unique_ptr<hw::nic::FlitPort>> owned_ports_;
  std::vector<hw::nic::FlitPort*> ports_;  ///< By node of the network.
  std::unique_ptr<network::Network> network_;
  std::unique_ptr<DeadChannels> dead_channels_;
  std::unique_ptr<ClusterRanks> ranks_;  ///< Null: this process simulates the whole cluster.
};

}  // namespace gf::platforms::cluster
