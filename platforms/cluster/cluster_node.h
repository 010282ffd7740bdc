// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "core/param.h"
#include "hw/nic/nic.h"
#include "hw/pcie/endpoint.h"
#include "hw/pcie/switch.h"
#include "platforms/graph.h"
#include "platforms/pcie/endpoint_tree.h"
#include "platforms/pcie/tree_hardware.h"
#include "tlm_models/host/verbs_host.h"
#include "tlm_models/machine/machine_plan.h"

namespace gf::platforms::cluster {

/// A node as a machine's file says it. Devices of its tree are GPUs, then a host, then cards.
struct PlannedNodeParams {
  model::PcieTree tree;
  pcie::EndpointTreeParams parts;
};

/// The parts of a node; all of a kind are alike.
struct ClusterNodeParams : core::ParamGroup {
  core::Param<unsigned> gpus =
      param("gpus", 4u, "GPUs of a node", "assumed", core::between(1u, 16u),
            core::asked("the size of the machine"));
  core::Param<unsigned> nics =
      param("nics", 1u, "network cards of a node", "assumed", core::between(1u, 16u),
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
  /// Makes the node that of `plan`; one without a host gets one at its first root complex. Throws
  /// UserError(kUsage) for machines that are no node with cards on one tree.
  void use(model::MachinePlan plan);
  void declare(const core::ParamScope& scope);
};

/// A node of a cluster: a PCIe tree with a host, GPUs and cards.
///     host -- root -+- plx_0 -+- gpu_0, gpu_1, ...
///                   |         +- nic_0, ...
///                   +- plx_1 ...
/// GPU i hangs on switch i * switches / gpus, card i likewise. Or the PCIe tree of a machine.
/// Timing: that of its parts.
class ClusterNode final : public sc_core::sc_module {
 public:
  /// Its cards have the numbers `first_card` ... in the network. The software has no program yet.
  ClusterNode(const sc_core::sc_module_name& name, const ClusterNodeParams& params,
              unsigned first_card, std::uint64_t seed, hw::nic::SegmentPool& segments);

  void add_to(Graph& graph) const;  ///< Adds its tree, drawn together.

  [[nodiscard]] hw::pcie::Endpoint& host() { return *host_; }
  [[nodiscard]] hw::pcie::Endpoint& gpu(unsigned i) { return *gpus_[i]; }
  [[nodiscard]] hw::nic::Nic& nic(unsigned i) { return *nics_[i]; }
  [[nodiscard]] model::VerbsHost& software() { return *software_; }
  /// The sending side of the link towards a GPU; its own is gpu(i).egress.tx.
  [[nodiscard]] hw::link::Transmitter& to_gpu(unsigned i) const;
  [[nodiscard]] unsigned gpus() const { return static_cast<unsigned>(gpus_.size()); }
  [[nodiscard]] unsigned nics() const { return static_cast<unsigned>(nics_.size()); }
  /// The card that is nearest to a GPU, which it shares with as few others as can be.
  [[nodiscard]] unsigned nic_of(unsigned gpu) const { return nearest_[gpu]; }
  [[nodiscard]] const hw::pcie::TlpPool& tlps() { return tree_.pool(); }
  [[nodiscard]] std::uint64_t tlp_hops() const { return tree_.tlp_hops(); }

 private:
  /// GPUs have the first numbers of the tree's devices, then comes the host, then cards.
  [[nodiscard]] const std::string& name_of(unsigned device) const;
  void find_nearest();

  pcie::TreeHardware tree_;
  std::unique_ptr<hw::pcie::Endpoint> host_;
  std::vector<std::unique_ptr<hw::pcie::Endpoint>> gpus_;
  std::vector<std::unique_ptr<hw::nic::Nic>> nics_;
  std::unique_ptr<model::VerbsHost> software_;
  std::vector<unsigned> nearest_;  ///< Card, by GPU.
};

}  // namespace gf::platforms::cluster
