// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/param/param.h"
#include "hw/nic/nic.h"
#include "hw/pcie/device/endpoint.h"
#include "hw/pcie/switch/pcie_switch.h"
#include "platforms/cluster/node_gpus.h"
#include "platforms/pcie/endpoint_tree.h"
#include "platforms/pcie/tree_hardware.h"
#include "tlm_models/host/verbs_host.h"
#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/topology/pcie/pcie_tree.h"

namespace gf::platforms::cluster {

/// A PCIe tree of a node as a machine's file says it. Devices of the tree are GPUs, then a host,
/// then cards.
struct PlannedTreeParams {
  model::PcieTree tree;
  pcie::EndpointTreeParams parts;
  std::vector<unsigned> gpus;  ///< Numbers in the node of the tree's GPUs, in the tree's order.
  std::vector<unsigned> nics;  ///< Of its cards.
};

/// A node as a machine's file says it.
struct PlannedNodeParams {
  std::vector<PlannedTreeParams> trees;
  unsigned networked = 0;  ///< The first so many of its cards join the network.
  /// GPUs with SMs and memory. Else they are endpoints.
  std::optional<NodeGpusParams> gpus;
};

/// The parts of a node; all of a kind are alike.
struct ClusterNodeParams : core::ParamGroup {
  core::Param<unsigned> gpus = param("gpus", 4u, "GPUs of a node", "none", core::between(1u, 16u),
                                     core::asked("the size of the machine"));
  core::Param<unsigned> nics =
      param("nics", 1u, "network cards of a node", "none", core::between(1u, 16u),
            core::asked("the size of the machine"));
  core::Param<unsigned> switches = param(
      "switches", 1u,
      "PCIe switches below the root complex, among which GPUs and cards are shared out evenly; 0: "
      "all hang on the root complex",
      "assumed", core::between(0u, 16u), core::asked("the shape of the machine"));
  hw::pcie::SwitchParams root;  ///< Root complex; its ports get their number from the tree.
  hw::pcie::SwitchParams plx;
  hw::pcie::EndpointParams host;  ///< Host memory and processor, as the tree sees them.
  hw::pcie::EndpointParams gpu;
  hw::nic::NicParams nic;
  model::VerbsHostParams software;
  /// In the place of `switches`, `root`, `plx`, `host` and `gpu`.
  std::optional<PlannedNodeParams> planned;

  ClusterNodeParams();
  /// Makes the node that of `plan`; a tree without a host gets one at its first root complex.
  /// Throws UserError(kUsage) for machines without NVLink that are no node with cards on one tree.
  /// `full`: its GPUs have SMs and memory.
  void use(model::MachinePlan plan, bool full);
  void preset(const core::ParamScope& scope) const;  ///< Applies the presets of its GPUs.
  void declare(const core::ParamScope& scope);
  /// How many cards join the network, the first ones; further ones have nobody to send to.
  [[nodiscard]] unsigned networked() const { return planned ? planned->networked : nics.get(); }
  /// Null: GPUs are endpoints alone.
  [[nodiscard]] NodeGpusParams* full_gpus() {
    return planned && planned->gpus ? &*planned->gpus : nullptr;
  }
};

/// A tree of a node, ready to be built.
struct NodeTreeSpec {
  model::PcieTree tree;
  pcie::TreeParts parts;
  std::vector<hw::pcie::EndpointParams> endpoints;  ///< Of GPUs, then of the host.
  std::vector<hw::nic::NicParams> cards;
  std::vector<unsigned> gpus;  ///< As PlannedTreeParams.
  std::vector<unsigned> nics;
};

/// All of a node, checked. Throws UserError for payloads that a switch or a buffer cannot hold.
std::vector<NodeTreeSpec> node_trees(const ClusterNodeParams& params);

}  // namespace gf::platforms::cluster
