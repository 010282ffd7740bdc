// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "core/param/param.h"
#include "hw/pcie/device/peer_bridge.h"
#include "platforms/gpu/fabrics/fabric_if.h"
#include "platforms/pcie/endpoint_tree.h"
#include "tlm_models/machine/machine_entries.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::platforms::gpu {

/// Parameters of a PCIe tree with the GPUs at its leaves. All links are alike, and all switches
/// too.
struct PcieFabricParams : core::ParamGroup {
  core::Param<std::string> tree =
      param("tree", "",
            ("tree that joins the GPUs: empty for one switch, or " +
             std::string(model::pcie_tree_forms()))
                .c_str(),
            "assumed: T1 of [SC16] has an 80-lane switch, x16 for 4 GPUs",
            core::names_file(model::pcie_tree_file, model::files_of_machine));
  core::Param<std::vector<unsigned>> places = param(
      "places", std::vector<unsigned>{},
      "devices of the tree used as GPUs 0, 1, ...; the others are left out; empty: all in order",
      "none");
  /// SwitchParams::split_payload of a root complex.
  core::Param<core::Bytes> root_split =
      param("root_split", core::Bytes(64),
            "maximum payload after the root complex splits TLPs; 0 = never split",
            "[SC16], III-B: smaller packets at the root complex");
  hw::pcie::EndpointParams endpoint;  ///< Of each GPU; its `port` serves for all ports of the tree.
  hw::pcie::SwitchParams bridge;

  /// Changes some defaults: a window of 16 GiB, 256 tags (8-bit extended tags) and 256 header
  /// credits. With these, stores of 4 B cover the round trip to a memory and back [assumed].
  PcieFabricParams();
  void declare(const core::ParamScope& root);
};

/// GPUs joined by PCIe; a single GPU has no port.
///
///     GpuMemory.to_peers -> gpu_<n>.bridge -> gpu_<n>.pcie (Endpoint) -- links -- switches ...
///     GpuMemory.from_peers <----------------- gpu_<n>.pcie
///
/// The whole memory of each GPU is a window of the fabric's address space. Loads are MRd with
/// completions, stores are MWr, atomics are AtomicOps. The response to a store arrives when its
/// bytes are in the peer's memory, without a packet (deviation PCIE-3). A fence of system scope
/// waits for this response and so orders stores; the flushing read of a real GPU takes no time
/// here. Unloaded latencies are sums of hw/gpu/memory/README.md and hw/pcie/README.md.
class PcieFabric final : public Fabric {
 public:
  /// Throws UserError when the tree, or `places`, does not have `gpus` GPUs, and for parameters
  /// that EndpointTreeParams refuses.
  PcieFabric(const PcieFabricParams& params, unsigned gpus, std::uint64_t seed);

  void add_port(Gpu& gpu, unsigned number) override;
  void connect() override;

  [[nodiscard]] std::uint64_t packet_hops() const override;
  [[nodiscard]] FabricTraffic traffic(unsigned gpu) const override;
  [[nodiscard]] core::ByteRate wire_rate() const override;
  [[nodiscard]] std::string text() const override;
  void add_to(Graph& graph) const override;

  [[nodiscard]] hw::pcie::Endpoint& endpoint(unsigned gpu) { return *endpoints_[gpu]; }
  [[nodiscard]] const model::PcieTree& tree() const { return tree_->tree(); }

 private:
  const PcieFabricParams params_;
  const unsigned count_;
  const std::uint64_t seed_;
  std::unique_ptr<pcie::TreeHardware> tree_;                    ///< Null with a single GPU.
  std::vector<std::unique_ptr<hw::pcie::Endpoint>> endpoints_;  ///< By GPU.
  std::vector<std::unique_ptr<hw::pcie::PeerBridge>> bridges_;  ///< By GPU.
};

}  // namespace gf::platforms::gpu
