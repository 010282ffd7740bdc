// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/param/param.h"
#include "hw/gpu/dispatch/kernel_client.h"
#include "hw/nvlink/end/nvlink_port.h"
#include "hw/nvlink/switch/nvlink_switch.h"
#include "platforms/gpu/fabrics/fabric_if.h"
#include "platforms/gpu/fabrics/nvlink_topology.h"
#include "tlm_models/topology/nvlink/nvlink_routes.h"

namespace gf::platforms::gpu {

/// Parameters of the NVLink fabric of a node.
struct NvlinkFabricParams : NvlinkTopologyParams {
  hw::nvlink::NvlinkParams link;  ///< mesh: its lanes are divided among the peers.
  hw::nvlink::NvlinkPortParams port;
  hw::nvlink::NvlinkSwitchParams bridge;
  bool groups = false;  ///< All GPUs are a multicast group of the switches. No parameter.

  void declare(const core::ParamScope& root);
};

/// The hardware of an NvlinkGraph: ports gpu_<n>.nvlink with a link_<p> each, and its switches with
/// a port_<p> each, connected as in the graph. A single GPU has none.
///
/// The first end of a link controls its lanes: a GPU's end comes before a switch's. Links between
/// switches start with equal lanes in both directions. The start of a kernel does not redistribute
/// them, because these links carry traffic of many GPUs.
///
/// With `groups`, home model::kFirstGroupHome is the memories of all GPUs together.
class NvlinkFabric final : public Fabric, public hw::gpu::KernelClient {
 public:
  /// Uses the graph of `params`.
  NvlinkFabric(const NvlinkFabricParams& params, unsigned gpus, std::uint64_t seed);
  /// Uses any graph. `text` describes it; if empty, the description follows from `params`.
  NvlinkFabric(const NvlinkFabricParams& params, const model::NvlinkGraph& graph,
               const std::string& text, std::uint64_t seed);

  void require_all_pairs() const override;
  void require_pair(unsigned from, unsigned to, const std::string& needed_by) const override {
    routes_.require(from, to, needed_by);
  }
  /// Makes the port "nvlink" of GPU `number` below the module that is being constructed, for
  /// callers that bind a memory of their own. Call in the order of the numbers, before connect().
  hw::nvlink::NvlinkPort& make_port(unsigned number);
  /// Binds a port of make_port() to a memory, and routes its accesses to the peers that the links
  /// reach. The memory's socket has `first` bindings already, for other peers.
  void join(hw::gpu::GpuMemory& memory, hw::nvlink::NvlinkPort& port, unsigned first = 0) const;
  /// Makes the port of GPU `number` and binds it to the memory. Call during the GPU's construction.
  void add_port(Gpu& gpu, unsigned number) override;
  /// Call when all ports exist.
  void connect() override;
  hw::gpu::KernelClient* kernel_client() override { return this; }

  void kernel_started(unsigned index, const model::Kernel& kernel, core::Cycle now) override;
  void kernel_ended(unsigned, const model::Kernel&, core::Cycle) override {}

  /// Ends the energy count of all links at `at`, when the work has ended.
  void work_ended(core::Ticks at);

  [[nodiscard]] unsigned gpus() const { return static_cast<unsigned>(ports_.size()); }
  [[nodiscard]] unsigned links(unsigned gpu) const { return graph_.ports(gpu); }
  [[nodiscard]] const model::NvlinkGraph& shape() const { return graph_; }
  [[nodiscard]] const model::NvlinkRoutes& routes() const { return routes_; }
  /// Packets under way, and their buffers.
  [[nodiscard]] const hw::nvlink::NvlinkPool& pool() const { return pool_; }
  [[nodiscard]] hw::nvlink::LinkEnd& end_of(const model::NvlinkGraph::End& end) const;
  [[nodiscard]] const hw::nvlink::LinkEnd& end(unsigned gpu, unsigned link = 0) const;
  /// Returns the other end of that link.
  [[nodiscard]] const hw::nvlink::LinkEnd& far_end(unsigned gpu, unsigned link = 0) const;
  /// True if the link also belongs to another GPU, at which it is counted.
  [[nodiscard]] bool counted_at_peer(unsigned gpu, unsigned link) const;
  [[nodiscard]] std::uint64_t packet_hops() const override;
  [[nodiscard]] FabricTraffic traffic(unsigned gpu) const override;
  /// Uses half of the lanes, of the GPU with the highest rate. For a single GPU: the rate that a
  /// link would have.
  [[nodiscard]] core::ByteRate wire_rate() const override;
  void add_to(Graph& graph) const override;
  [[nodiscard]] std::string text() const override { return text_; }

 private:
  /// Returns the groups of links whose accesses wait for each other (NvlinkPortParams::ways).
  [[nodiscard]] model::NvlinkRoutes::PeerWays ways_of(unsigned gpu) const;
  [[nodiscard]] std::vector<hw::nvlink::NvlinkParams> links_of(unsigned node) const;
  void route(unsigned node);
  /// Makes all GPUs the first multicast group.
  void make_group();
  /// Returns the GPU's links to switches that have links to all GPUs.
  [[nodiscard]] std::vector<unsigned> links_to_group(unsigned gpu) const;

  const NvlinkFabricParams params_;
  const model::NvlinkGraph graph_;
  const model::NvlinkRoutes routes_;
  const std::string text_;
  const std::uint64_t seed_;
  hw::nvlink::NvlinkPool pool_;
  std::vector<std::unique_ptr<hw::nvlink::NvlinkPort>> ports_;       ///< By GPU.
  std::vector<std::unique_ptr<hw::nvlink::NvlinkSwitch>> switches_;  ///< By node, after the GPUs.
};

}  // namespace gf::platforms::gpu
