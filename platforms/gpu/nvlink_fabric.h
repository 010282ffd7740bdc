// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/param.h"
#include "hw/gpu/dispatch/kernel_client.h"
#include "hw/nvlink/port.h"
#include "hw/nvlink/switch.h"
#include "platforms/gpu/fabric_if.h"

namespace gf::platforms::gpu {

/// What joins the GPUs of an NVLink node.
struct NvlinkFabricParams : core::ParamGroup {
  core::Param<std::string> topology = param(
      "topology", "switch", "topology that joins the GPUs: a switch, or a link between each pair",
      "[NUMA17]: a switch", core::one_of({"switch", "mesh"}));
  hw::nvlink::NvlinkParams link;  ///< mesh: its lanes are shared out over the peers.
  hw::nvlink::PortParams port;
  hw::nvlink::SwitchParams bridge;

  void declare(const core::ParamScope& root);
};

/// A single GPU has none. Ports gpu_<n>.nvlink and, for topology = switch, a switch `nvswitch`
/// between them. A GPU's port is the end that decides about lanes: out is away from the GPU.
class NvlinkFabric final : public Fabric, public hw::gpu::KernelClient {
 public:
  NvlinkFabric(const NvlinkFabricParams& params, unsigned gpus, std::uint64_t seed);

  /// Within the construction of GPU `number`: makes its port and binds it to the memory.
  void add_port(Gpu& gpu, unsigned number) override;
  /// Once all ports are there.
  void connect() override;
  hw::gpu::KernelClient* kernel_client() override { return this; }

  void kernel_started(unsigned index, const model::Kernel& kernel, core::Cycle now) override;
  void kernel_ended(unsigned, const model::Kernel&, core::Cycle) override {}

  [[nodiscard]] unsigned gpus() const { return static_cast<unsigned>(ports_.size()); }
  [[nodiscard]] unsigned links() const;  ///< How many each GPU has.
  [[nodiscard]] const hw::nvlink::LinkEnd& end(unsigned gpu, unsigned link = 0) const;
  /// The other end of that link.
  [[nodiscard]] const hw::nvlink::LinkEnd& far_end(unsigned gpu, unsigned link = 0) const;
  /// mesh: the link is also one of a GPU with a lower number.
  [[nodiscard]] bool seen_before(unsigned gpu, unsigned link) const { return mesh() && link < gpu; }
  [[nodiscard]] std::uint64_t packet_hops() const override;
  [[nodiscard]] FabricTraffic traffic(unsigned gpu) const override;
  [[nodiscard]] core::ByteRate wire_rate() const override;  ///< With half of the lanes.
  [[nodiscard]] const hw::nvlink::NvlinkParams& link_params() const { return link_; }
  void add_to(Graph& graph) const override;
  [[nodiscard]] std::string text() const override;  ///< "4 GPUs on a switch by links of 16 lanes".

 private:
  [[nodiscard]] bool mesh() const { return params_.topology == "mesh"; }
  /// mesh: the number of the link from `gpu` to `peer`.
  static unsigned link_to(unsigned gpu, unsigned peer) { return peer < gpu ? peer : peer - 1; }

  const NvlinkFabricParams params_;
  hw::nvlink::NvlinkParams link_;
  const unsigned count_;
  const std::uint64_t seed_;
  hw::nvlink::NvlinkPool pool_;
  std::vector<std::unique_ptr<hw::nvlink::NvlinkPort>> ports_;  ///< By GPU.
  std::unique_ptr<hw::nvlink::NvlinkSwitch> switch_;
};

}  // namespace gf::platforms::gpu
