// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/gpu/peer_ways.h"
#include "hw/nvlink/end/nvlink_port.h"
#include "hw/pcie/device/endpoint.h"
#include "hw/pcie/device/peer_bridge.h"
#include "platforms/cluster/plan/gpu_preset.h"
#include "platforms/gpu/copies/gpu_copies.h"
#include "platforms/gpu/copies/gpu_node.h"
#include "platforms/gpu/copies/push_plan.h"
#include "platforms/gpu/fabrics/nvlink_fabric.h"
#include "platforms/graph.h"
#include "platforms/pcie/endpoint_tree.h"
#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/topology/nvlink/nvlink_graph.h"
#include "workloads/schedule/schedule.h"

namespace gf::platforms::cluster {

/// GPUs with SMs and memory as a machine's file has them, and its NVLink.
struct NodeGpusParams {
  /// Throws UserError as required_gpu_preset() and nvlink_graph() do.
  /// Without NVLink, its GPUs have PCIe alone.
  explicit NodeGpusParams(const model::MachinePlan& plan);

  /// Adds the values of the preset of its GPUs. Called before declare().
  void add_preset(const core::ParamScope& scope) const;
  /// As the platform gpu_node has them, but that lanes do not turn unless a parameter says so, and
  /// that links have the lanes and rates of their kinds. Once: it sets those of `graph`.
  void declare(const core::ParamScope& scope);
  /// The windows of the first `gpus` devices of a tree cover a GPU's memory unless the user says
  /// otherwise. After declare().
  void cover(pcie::EndpointTreeParams& parts, const model::PcieTree& tree, std::size_t gpus) const;

  /// Makes `workload` for the tasks of `schedules`: buffers of copies, what is pushed, and the data
  /// of the workloads that kernels name. All nodes are alike.
  gpu::TaskWorkloads prepare(const std::vector<model::Schedule>& schedules, bool real_bytes,
                             std::uint64_t seed);
  /// One SM a GPU is made, unless SMs make a copy or run a workload: 512 GPUs of 80 that never do
  /// anything would take most of a host's memory. Reads and writes of reduces go through the ports
  /// of all.
  void leave_out_idle_sms(const std::vector<model::Schedule>& schedules);
  /// Whether GPUs reach each other by NVLink.
  [[nodiscard]] bool linked() const { return !graph.links().empty(); }

  std::string about;     ///< The machine's.
  gpu::PushPlan pushes;  ///< Of the schedules.
  model::NvlinkGraph graph;
  GpuPreset preset;
  gpu::GpuNodeParams node;
  gpu::NvlinkFabricParams fabric;
  gpu::GpuWorkParams work;
  gpu::PushParams push;
  model::Workload workload;  ///< What tasks of schedules read and write, and nothing that runs.

 private:
  void declare_links(const core::ParamScope& scope);
};

/// A GPU of a node, and its ways out:
///
///     memory.to_peers --> ways --by_link--> nvlink (NvlinkPort) -- links
///        |                  \--by_bus--> bridge --> pcie (Endpoint) -- the node's PCIe tree
///     memory.from_peers <--------------- nvlink
///     memory.from_bus   <--------------- pcie
///
/// One memory: SMs, NVLink and PCIe meet at its crossbar, level 2 and DRAM. What writes or reads
/// over PCIe, the NICs of the node, its host and GPUs without NVLink to this one, finds it by the
/// window of `pcie`. A GPU that hangs on one fabric alone has no `ways`.
class NodeGpu {
 public:
  /// Within the construction of `gpu`: what is made is below it. `nvlink` or `pcie` may be null.
  NodeGpu(gpu::Gpu& gpu, hw::nvlink::NvlinkPort* nvlink, std::unique_ptr<hw::pcie::Endpoint> pcie);

  [[nodiscard]] gpu::Gpu& gpu() { return gpu_; }
  [[nodiscard]] hw::gpu::GpuMemory& memory() { return gpu_.memory; }
  [[nodiscard]] hw::nvlink::NvlinkPort* nvlink() { return nvlink_; }  ///< Null: it has no links.
  [[nodiscard]] hw::pcie::Endpoint* pcie() { return pcie_.get(); }    ///< Null: it is on no tree.

  /// Accesses to home `peer` go over NVLink. Before the simulation.
  void link(unsigned peer) {
    if (ways_ != nullptr) ways_->link(peer);
  }
  /// Accesses to home `peer` that do not go over NVLink go to `window` of the tree.
  void map(unsigned peer, const hw::pcie::AddressWindow& window) {
    if (bridge_ != nullptr) bridge_->map(peer, window);
  }

 private:
  gpu::Gpu& gpu_;
  hw::nvlink::NvlinkPort* const nvlink_;
  std::unique_ptr<hw::pcie::Endpoint> pcie_;
  std::unique_ptr<hw::pcie::PeerBridge> bridge_;
  std::unique_ptr<hw::gpu::PeerWays> ways_;
};

/// The GPUs of a node on one clock, their NVLink, and the dispatcher of their kernels: clock,
/// gpu_0, gpu_1, ..., NVSwitches as the file calls them, and the PROACT units of those GPUs that
/// push copies of schedules: proact_0, ... No module of its own.
class NodeGpus {
 public:
  /// Makes the endpoint "pcie" of GPU `gpu`, and attaches it to its tree; null: it is on none.
  using MakePcie = std::function<std::unique_ptr<hw::pcie::Endpoint>(unsigned gpu)>;
  NodeGpus(const NodeGpusParams& params, std::uint64_t seed, const MakePcie& make_pcie);

  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(gpus_.size()); }
  [[nodiscard]] NodeGpu& gpu(unsigned number) { return *gpus_[number]; }
  [[nodiscard]] gpu::GpuNode& node() { return *node_; }
  [[nodiscard]] const gpu::GpuWorkParams& work() const { return work_; }
  /// Null: they have no NVLink.
  [[nodiscard]] const gpu::NvlinkFabric* fabric() const { return fabric_.get(); }
  /// By GPU; null: it pushes nothing.
  [[nodiscard]] std::vector<hw::proact::ProactUnit*> units() const;
  [[nodiscard]] const gpu::PushPlan& pushes() const { return pushes_; }
  /// `copies` are of these GPUs: gives them the units. `carrier_of` is asked where pushed copies
  /// leave the node.
  void give_units(gpu::GpuCopies& copies, const gpu::CarrierOf& carrier_of);
  /// Whether accesses of GPU `from` to the memory of `to` go over NVLink.
  [[nodiscard]] bool linked(unsigned from, unsigned to) const {
    return fabric_ != nullptr && fabric_->routes().reaches(from, to);
  }
  /// The home that the host of a GPU's tree has, beside those of GPUs.
  [[nodiscard]] unsigned host_home() const { return size(); }
  /// And the one that card `number` of the node has.
  [[nodiscard]] unsigned card_home(unsigned number) const { return size() + 1 + number; }
  /// Adds GPUs that `graph` has not yet, NVSwitches and links; names begin with `prefix`.
  void add_to(Graph& graph, const std::string& prefix, const std::string& group) const;

 private:
  const model::Workload workload_;
  const gpu::GpuWorkParams work_;
  const gpu::PushPlan pushes_;
  std::unique_ptr<gpu::NvlinkFabric> fabric_;
  std::vector<std::unique_ptr<NodeGpu>> gpus_;
  std::unique_ptr<gpu::GpuNode> node_;
  std::vector<std::unique_ptr<hw::proact::ProactUnit>> units_;  ///< By GPU.
};

}  // namespace gf::platforms::cluster
