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

/// What joins the GPUs of an NVLink node.
struct NvlinkFabricParams : NvlinkTopologyParams {
  hw::nvlink::NvlinkParams link;  ///< mesh: its lanes are shared out over the peers.
  hw::nvlink::PortParams port;
  hw::nvlink::SwitchParams bridge;

  void declare(const core::ParamScope& root);
};

/// Hardware of an NvlinkGraph: ports gpu_<n>.nvlink with a link_<p> each, and its switches with a
/// port_<p> each, joined as it says. A single GPU has none. The first end of a link decides about
/// lanes: a GPU's before a switch's; between switches lanes start evenly, and are not shared out
/// anew as kernels start, as what they carry is of many GPUs.
class NvlinkFabric final : public Fabric, public hw::gpu::KernelClient {
 public:
  /// The graph of `params`.
  NvlinkFabric(const NvlinkFabricParams& params, unsigned gpus, std::uint64_t seed);
  /// Any graph; `text` says what it is, or what `params` choose where it is empty.
  NvlinkFabric(const NvlinkFabricParams& params, const model::NvlinkGraph& graph,
               const std::string& text, std::uint64_t seed);

  void require_all_pairs() const override;
  void require_pair(unsigned from, unsigned to, const std::string& needed_by) const override {
    routes_.require(from, to, needed_by);
  }
  /// The port "nvlink" of GPU `number`, below what is being constructed, for who has a memory of
  /// its own to bind. In the order of their numbers, before connect().
  hw::nvlink::NvlinkPort& make_port(unsigned number);
  /// Within the construction of GPU `number`: makes its port and binds it to the memory.
  void add_port(Gpu& gpu, unsigned number) override;
  /// Once all ports are there.
  void connect() override;
  hw::gpu::KernelClient* kernel_client() override { return this; }

  void kernel_started(unsigned index, const model::Kernel& kernel, core::Cycle now) override;
  void kernel_ended(unsigned, const model::Kernel&, core::Cycle) override {}

  /// The work ended at `at`: the energy of all links counts up to then.
  void work_ended(core::Ticks at);

  [[nodiscard]] unsigned gpus() const { return static_cast<unsigned>(ports_.size()); }
  [[nodiscard]] unsigned links(unsigned gpu) const { return graph_.ports(gpu); }
  [[nodiscard]] const model::NvlinkGraph& shape() const { return graph_; }
  [[nodiscard]] const model::NvlinkRoutes& routes() const { return routes_; }
  /// Packets under way, and their buffers.
  [[nodiscard]] const hw::nvlink::NvlinkPool& pool() const { return pool_; }
  [[nodiscard]] hw::nvlink::LinkEnd& end_of(const model::NvlinkGraph::End& end) const;
  [[nodiscard]] const hw::nvlink::LinkEnd& end(unsigned gpu, unsigned link = 0) const;
  /// The other end of that link.
  [[nodiscard]] const hw::nvlink::LinkEnd& far_end(unsigned gpu, unsigned link = 0) const;
  /// The link is one of another GPU too, at which it is counted.
  [[nodiscard]] bool counted_at_peer(unsigned gpu, unsigned link) const;
  [[nodiscard]] std::uint64_t packet_hops() const override;
  [[nodiscard]] FabricTraffic traffic(unsigned gpu) const override;
  /// With half of the lanes, of the GPU that has most; of a GPU alone, what a link would carry.
  [[nodiscard]] core::ByteRate wire_rate() const override;
  void add_to(Graph& graph) const override;
  [[nodiscard]] std::string text() const override { return text_; }

 private:
  [[nodiscard]] std::vector<hw::nvlink::NvlinkParams> links_of(unsigned node) const;
  void route(unsigned node);

  const NvlinkFabricParams params_;
  const model::NvlinkGraph graph_;
  const model::NvlinkRoutes routes_;
  const std::string text_;
  const std::uint64_t seed_;
  hw::nvlink::NvlinkPool pool_;
  std::vector<std::unique_ptr<hw::nvlink::NvlinkPort>> ports_;       ///< By GPU.
  std::vector<std::unique_ptr<hw::nvlink::NvlinkSwitch>> switches_;  ///< By node, behind the GPUs.
};

}  // namespace gf::platforms::gpu
