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
#include "platforms/cluster/hosts/host_memories.h"
#include "platforms/cluster/hosts/p2p_rules.h"
#include "platforms/cluster/node_gpus.h"
#include "platforms/pcie/endpoint_tree.h"
#include "platforms/pcie/tree_hardware.h"
#include "tlm_models/host/verbs_host.h"
#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/machine/planned_trees.h"
#include "tlm_models/topology/pcie/pcie_tree.h"

namespace gf::platforms::cluster {

/// A PCIe tree of a node from a machine's file. Devices of the tree are GPUs, then hosts, then
/// devices from outside, then cards.
struct PlannedTreeParams {
  model::PcieTree tree;
  pcie::EndpointTreeParams parts;
  std::vector<unsigned> gpus;  ///< Numbers in the node of the tree's GPUs, in the tree's order.
  std::vector<unsigned> nics;  ///< Same, of its cards.
  /// Same, of its hosts, then of its devices from outside, whose numbers follow those of the hosts.
  /// Hosts that the file does not have come after all others.
  std::vector<unsigned> hosts;
  unsigned endpoints = 0;  ///< Number of devices that are endpoints; they come first.
};

/// A node from a machine's file.
struct PlannedNodeParams {
  std::vector<PlannedTreeParams> trees;
  unsigned networked = 0;  ///< Number of cards that join the network; they come first.
  /// GPUs with SMs and memory. If empty, GPUs are endpoints.
  std::optional<NodeGpusParams> gpus;
  HostMemoryParams memories;                        ///< Of the hosts in the file.
  std::vector<std::optional<unsigned>> near_hosts;  ///< By GPU, one of these.
  P2pParams p2p;
  StagingParams staging;
  EngineParams engines;  ///< Of GPUs that are endpoints.

  explicit PlannedNodeParams(const model::MachinePlan& plan)
      : memories(plan), near_hosts(model::near_hosts(plan)) {}
  void declare(const core::ParamScope& scope);
};

/// Parameters of the parts of a node; all parts of a kind are alike.
struct ClusterNodeParams : core::ParamGroup {
  core::Param<unsigned> gpus = param("gpus", 4u, "GPUs of a node", "none", core::between(1u, 16u),
                                     core::experiment_choice("the size of the machine"));
  core::Param<unsigned> nics = param("nics", 1u, "NICs of a node", "none", core::between(1u, 16u),
                                     core::experiment_choice("the size of the machine"));
  core::Param<unsigned> switches =
      param("switches", 1u,
            "PCIe switches below the root complex, over which GPUs and NICs are spread evenly; 0: "
            "all attach to the root complex",
            "assumed", core::between(0u, 16u), core::experiment_choice("the shape of the machine"));
  hw::pcie::SwitchParams root;  ///< Root complex; the tree gives the number of its ports.
  hw::pcie::SwitchParams plx;
  hw::pcie::EndpointParams host;  ///< Host memory and processor, as seen by the tree.
  hw::pcie::EndpointParams gpu;
  hw::nic::NicParams nic;
  model::VerbsHostParams software;
  /// Replaces `switches`, `root`, `plx`, `host` and `gpu`.
  std::optional<PlannedNodeParams> planned;

  ClusterNodeParams();
  /// Makes the node that of `plan`; a tree without a host gets one at its first root complex. The
  /// NICs of the plan's network join the network; without one, those of `all_nics` do: all or none.
  /// Throws UserError(kUsage) for a machine without NVLink unless its GPUs and cards are on one
  /// tree. `full`: its GPUs have SMs and memory.
  void use(model::MachinePlan plan, bool full, bool all_nics = false);
  void preset(const core::ParamScope& scope) const;  ///< Applies the presets of its GPUs.
  void declare(const core::ParamScope& scope);
  /// Returns the number of cards that join the network: the first ones. Others have no peer.
  [[nodiscard]] unsigned networked() const { return planned ? planned->networked : nics.get(); }
  /// Returns the number of hosts that schedules can name.
  [[nodiscard]] unsigned named_hosts() const { return planned ? planned->memories.size() : 0; }
  /// Null: GPUs are only endpoints.
  [[nodiscard]] NodeGpusParams* full_gpus() {
    return planned && planned->gpus ? &*planned->gpus : nullptr;
  }
  [[nodiscard]] bool full() const { return planned && planned->gpus; }
};

/// A tree of a node, ready to be built.
struct NodeTreeSpec {
  model::PcieTree tree;
  pcie::TreeParts parts;
  std::vector<hw::pcie::EndpointParams> endpoints;  ///< Of GPUs, then of hosts.
  std::vector<hw::nic::NicParams> cards;
  std::vector<unsigned> gpus;  ///< As in PlannedTreeParams.
  std::vector<unsigned> nics;
  std::vector<unsigned> hosts;
};

/// Returns all trees of a node, checked. Throws UserError for payloads that a switch or a buffer
/// cannot hold.
std::vector<NodeTreeSpec> node_trees(const ClusterNodeParams& params);

}  // namespace gf::platforms::cluster
