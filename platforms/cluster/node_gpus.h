// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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

/// Parameters of GPUs with SMs and memory, as in a machine's file, and of their NVLink.
struct NodeGpusParams {
  /// Throws UserError like required_gpu_preset() and nvlink_graph(). Without NVLink, the GPUs have
  /// only PCIe.
  explicit NodeGpusParams(const model::MachinePlan& plan);

  /// Adds the values of the GPUs' preset. Call before declare().
  void add_preset(const core::ParamScope& scope) const;
  /// Declares the parameters of the platform gpu_node, with two changes: lanes do not turn unless a
  /// parameter says so, and links have the lanes and rates of their kinds. Call once: it sets the
  /// lanes of `graph`.
  void declare(const core::ParamScope& scope);
  /// Enlarges the windows of the first `gpus` devices of a tree to cover a GPU's memory, as a
  /// default that the user can change. Call after declare().
  void cover(pcie::EndpointTreeParams& parts, const model::PcieTree& tree, std::size_t gpus) const;

  /// Makes `workload` for the tasks of `schedules`: the buffers of copies, the pushed data, and the
  /// data of the workloads that kernels name. For nodes that are alike, whose GPUs `local` knows.
  gpu::TaskWorkloads prepare(const std::vector<model::Schedule>& schedules, bool real_bytes,
                             std::uint64_t seed, const gpu::LocalGpu& local = gpu::only_node);
  /// Makes only one SM per GPU, unless SMs make a copy or run a workload: 512 GPUs with 80 idle SMs
  /// each would take most of a host's memory. Reads and writes of reduces still use the ports of
  /// all SMs.
  void leave_out_idle_sms(const std::vector<model::Schedule>& schedules);
  /// True if GPUs reach each other by NVLink.
  [[nodiscard]] bool linked() const { return !graph.links().empty(); }

  std::string about;     ///< Of the machine.
  gpu::PushPlan pushes;  ///< Of the schedules.
  model::NvlinkGraph graph;
  GpuPreset preset;
  gpu::GpuNodeParams node;
  gpu::NvlinkFabricParams fabric;
  gpu::GpuWorkParams work;
  gpu::PushParams push;
  model::Workload workload;  ///< Data that tasks of schedules read and write; no kernels.

 private:
  void declare_links(const core::ParamScope& scope);

  unsigned switches_ = 0;  ///< Generation of the NVSwitches; 0: there are none.
};

/// A GPU of a node, and its connections:
///
///     memory.to_peers ------------------------> nvlink (NvlinkPort) -- links
///                  \----> bridge --to_fabric--> pcie (Endpoint) -- the node's PCIe tree
///     memory.from_peers <--------------------- nvlink
///     memory.from_bus   <--------------------- pcie
///
/// It has one memory: SMs, NVLink and PCIe meet at its crossbar, level 2 and DRAM. The node's NICs
/// and host, and GPUs without NVLink to this one, access the memory over PCIe, through the window
/// of `pcie`. A GPU with NVLink only has no bridge. Accesses over NVLink and PCIe, and over links
/// to different neighbours, do not wait for each other.
class NodeGpu {
 public:
  /// Call during the construction of `gpu`: new modules are below it. `nvlink`, a port of `fabric`,
  /// or `pcie` may be null.
  NodeGpu(gpu::Gpu& gpu, const gpu::NvlinkFabric* fabric, hw::nvlink::NvlinkPort* nvlink,
          std::unique_ptr<hw::pcie::Endpoint> pcie);

  [[nodiscard]] gpu::Gpu& gpu() { return gpu_; }
  [[nodiscard]] hw::gpu::GpuMemory& memory() { return gpu_.memory; }
  [[nodiscard]] hw::nvlink::NvlinkPort* nvlink() { return nvlink_; }  ///< Null: no links.
  [[nodiscard]] hw::pcie::Endpoint* pcie() { return pcie_.get(); }    ///< Null: not on a tree.

  /// Sends accesses to home `peer` that do not go over NVLink to `window` of the tree.
  void map(unsigned peer, const hw::pcie::AddressWindow& window) {
    if (bridge_ != nullptr) bridge_->map(peer, window);
  }

 private:
  gpu::Gpu& gpu_;
  hw::nvlink::NvlinkPort* const nvlink_;
  std::unique_ptr<hw::pcie::Endpoint> pcie_;
  std::unique_ptr<hw::pcie::PeerBridge> bridge_;
};

/// The GPUs of a node on one clock, their NVLink, and the dispatcher of their kernels. Modules:
/// clock, gpu_0, gpu_1, ..., NVSwitches with the names of the file, and the PROACT units of those
/// GPUs that push copies of schedules: proact_0, ... This class is no module itself.
class NodeGpus {
 public:
  /// Makes the endpoint "pcie" of GPU `gpu` and attaches it to its tree; null: the GPU is on none.
  using MakePcie = std::function<std::unique_ptr<hw::pcie::Endpoint>(unsigned gpu)>;
  NodeGpus(const NodeGpusParams& params, std::uint64_t seed, const MakePcie& make_pcie);

  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(gpus_.size()); }
  [[nodiscard]] NodeGpu& gpu(unsigned number) { return *gpus_[number]; }
  [[nodiscard]] gpu::GpuNode& node() { return *node_; }
  [[nodiscard]] const gpu::GpuWorkParams& work() const { return work_; }
  /// Null: no NVLink.
  [[nodiscard]] const gpu::NvlinkFabric* fabric() const { return fabric_.get(); }
  /// By GPU; null: pushes nothing.
  [[nodiscard]] std::vector<hw::proact::ProactUnit*> units() const;
  [[nodiscard]] const gpu::PushPlan& pushes() const { return pushes_; }
  /// Gives the units to `copies`, which must use these GPUs. `carrier_of` is called if pushed
  /// copies leave the node.
  void give_units(gpu::GpuCopies& copies, const gpu::CarrierOf& carrier_of);
  /// True if accesses of GPU `from` to the memory of `to` go over NVLink.
  [[nodiscard]] bool linked(unsigned from, unsigned to) const {
    return fabric_ != nullptr && fabric_->routes().reaches(from, to);
  }
  /// Returns the home number of the host of a GPU's tree; it follows those of the GPUs.
  [[nodiscard]] unsigned host_home() const { return size(); }
  /// Returns the home number of card `number` of the node.
  [[nodiscard]] unsigned card_home(unsigned number) const { return size() + 1 + number; }
  /// Adds the GPUs that `graph` does not have yet, the NVSwitches and the links. Names begin with
  /// `prefix`.
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
