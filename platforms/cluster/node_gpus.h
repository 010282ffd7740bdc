// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/gpu/peer_ways.h"
#include "hw/nvlink/port.h"
#include "hw/pcie/endpoint.h"
#include "hw/pcie/peer_bridge.h"
#include "platforms/cluster/gpu_preset.h"
#include "platforms/gpu/gpu_node.h"
#include "platforms/gpu/nvlink_fabric.h"
#include "platforms/graph.h"
#include "platforms/pcie/endpoint_tree.h"
#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/topology/nvlink_graph.h"
#include "tlm_models/work/schedule/schedule.h"

namespace gf::platforms::cluster {

/// GPUs with SMs and memory as a machine's file has them, and its NVLink.
struct NodeGpusParams {
  /// `plan` has NVLink. Throws UserError as gpu_preset_of() and nvlink_graph() do.
  explicit NodeGpusParams(const model::MachinePlan& plan);

  /// As the platform gpu_node has them, with the preset's values as defaults.
  void declare(const core::ParamScope& scope);
  /// The windows of the first `gpus` devices of a tree cover a GPU's memory unless the user says
  /// otherwise. After declare().
  void cover(pcie::EndpointTreeParams& parts, const model::PcieTree& tree, std::size_t gpus) const;

  /// Makes `workload` for the copies of `schedules`.
  void prepare(const std::vector<model::Schedule>& schedules, bool real_bytes);
  /// One SM a GPU, unless a copy is made by SMs: 512 GPUs of 80 that never do anything would take
  /// most of a host's memory.
  void leave_out_idle_sms(const std::vector<model::Schedule>& schedules);

  std::string about;  ///< The machine's.
  model::NvlinkGraph graph;
  std::optional<GpuPreset> preset;
  gpu::GpuNodeParams node;
  gpu::NvlinkFabricParams fabric;
  model::Workload workload;  ///< Buffers of copies (GpuCopies::buffers), and nothing that runs.
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
/// gpu_0, gpu_1, ..., NVSwitches as the file calls them. No module of its own.
class NodeGpus {
 public:
  /// Makes the endpoint "pcie" of GPU `gpu`, and attaches it to its tree; null: it is on none.
  using MakePcie = std::function<std::unique_ptr<hw::pcie::Endpoint>(unsigned gpu)>;
  NodeGpus(const NodeGpusParams& params, std::uint64_t seed, const MakePcie& make_pcie);

  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(gpus_.size()); }
  [[nodiscard]] NodeGpu& gpu(unsigned number) { return *gpus_[number]; }
  [[nodiscard]] gpu::GpuNode& node() { return *node_; }
  [[nodiscard]] const gpu::NvlinkFabric& fabric() const { return *fabric_; }
  /// Whether accesses of GPU `from` to the memory of `to` go over NVLink.
  [[nodiscard]] bool linked(unsigned from, unsigned to) const {
    return fabric_->routes().reaches(from, to);
  }
  /// The home that the host of a GPU's tree has, beside those of GPUs.
  [[nodiscard]] unsigned host_home() const { return size(); }
  /// Adds GPUs that `graph` has not yet, NVSwitches and links; names begin with `prefix`.
  void add_to(Graph& graph, const std::string& prefix, const std::string& group) const;

 private:
  const model::Workload workload_;
  std::unique_ptr<gpu::NvlinkFabric> fabric_;
  std::vector<std::unique_ptr<NodeGpu>> gpus_;
  std::unique_ptr<gpu::GpuNode> node_;
};

}  // namespace gf::platforms::cluster
