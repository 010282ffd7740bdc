// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/param/param.h"
#include "hw/apenet/network/torus_switch.h"
#include "platforms/cluster/cards/apenet_node.h"
#include "platforms/cluster/cards/torus_cut.h"
#include "platforms/graph.h"
#include "tlm_models/host/rdma_host.h"

namespace gf::platforms::apenet {

/// Parameters of nodes, their network and their software. All nodes are alike.
struct ApenetClusterParams : core::ParamGroup {
  model::Torus shape{{4, 2, 1}};  ///< [APENET13: eight nodes, 4 x 2]
  ApenetNodeParams node;
  hw::apenet::TorusSwitchParams torus;
  model::RdmaHostParams software;
  /// Whether GPU memory holds real data. Host memory always does.
  core::Param<bool> bytes =
      param("bytes", false,
            "whether data passes through the modelled buses and memories; false: it bypasses them",
            "assumed");
  bool by_ranks = false;  ///< Several ranks divide the nodes (core::ranks()).
  int traced_node = -1;   ///< The node whose card link has a bus analyser.

  void declare(const core::ParamScope& root);  ///< All but the shape and `bytes`.
  /// Throws UserError that names `platform` if the text is no valid shape.
  void declare_shape(const core::ParamScope& root, const std::string& platform,
                     const std::string& meaning);
  /// Throws UserError when packets would end in the cards; `why` tells why their delivery is
  /// needed.
  void require_delivery(const std::string& why) const;
  /// Divides the nodes among the ranks, if there are several. Throws UserError for one node.
  void use_threads();
};

/// Nodes with their software on a torus: node_<i>, software_<i>, switch_<i>. A torus of one node
/// has no switch: its card is looped back.
class ApenetCluster {
 public:
  ApenetCluster(const ApenetClusterParams& params, std::uint64_t seed);

  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(nodes_.size()); }
  [[nodiscard]] ApenetNode& node(unsigned i) { return *nodes_[i]; }
  [[nodiscard]] hw::apenet::Card& card(unsigned i) { return nodes_[i]->card(); }
  [[nodiscard]] model::RdmaHost& host(unsigned i) { return *hosts_[i]; }
  /// Precondition: more than one node.
  [[nodiscard]] hw::apenet::TorusSwitch& torus_switch(unsigned i) { return *switches_[i]; }
  /// Ends a run in which messages did not arrive, because of `cause`. Throws UserError(kBadInput),
  /// which names the cards' firmware and the simulated time. Without firmware the model is wrong,
  /// and this is a failed internal check.
  [[noreturn]] void fail_lost(const std::string& cause);
  /// Returns the trees of the nodes, and the torus links between their cards.
  [[nodiscard]] Graph graph() const;
  [[nodiscard]] const model::Torus& shape() const { return shape_; }
  [[nodiscard]] const hw::apenet::PacketPool& packets() const { return packets_; }
  /// Transfers data between ranks; null: this process has all nodes.
  [[nodiscard]] TorusCut* cut() { return cut_.get(); }
  [[nodiscard]] unsigned rank_of(unsigned node) const;  ///< Rank in which the node acts.
  [[nodiscard]] bool acts_here(unsigned node) const {
    return rank_of(node) == core::ranks().self();
  }

 private:
  void add_node(const ApenetClusterParams& params, unsigned i, std::uint64_t seed);
  void add_switch(const ApenetClusterParams& params, unsigned i, std::uint64_t seed);
  void wire_by_ranks(const ApenetClusterParams& params,
                     const std::vector<hw::apenet::TorusSwitch*>& switches);

  const model::Torus shape_;
  hw::apenet::PacketPool packets_;
  std::vector<std::unique_ptr<ApenetNode>> nodes_;
  std::vector<std::unique_ptr<model::RdmaHost>> hosts_;
  std::vector<std::unique_ptr<hw::apenet::TorusSwitch>> switches_;
  std::unique_ptr<TorusCut> cut_;
};

/// Parses "4x2x1"; missing dimensions are 1. Throws UserError that names `path` and `field`.
model::Torus parse_shape(const std::string& path, const std::string& field,
                         const std::string& text);

}  // namespace gf::platforms::apenet
