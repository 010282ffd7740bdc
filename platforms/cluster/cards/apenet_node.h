// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <systemc>

#include "core/param/param.h"
#include "hw/apenet/bus_analyser.h"
#include "hw/apenet/card/card.h"
#include "hw/apenet/gpu_peer.h"
#include "hw/pcie/device/endpoint.h"
#include "platforms/graph.h"
#include "platforms/pcie/tree_hardware.h"
#include "tlm_models/memory/sparse_memory.h"

namespace gf::platforms::apenet {

/// Parameters of the parts of a node and the place of its GPU.
struct ApenetNodeParams : core::ParamGroup {
  core::Param<std::string> architecture =
      param("architecture", "fermi", "architecture of the GPU",
            "[APENET13]: Fermi 2050, and early Kepler", core::one_of({"fermi", "kepler"}));
  /// switch: next to the card; root: on a root port of its own.
  core::Param<std::string> gpu_at =
      param("gpu_at", "switch", "place of the GPU: on the card's switch, or on the root complex",
            "[APENET13]: next to the card or on another branch", core::one_of({"switch", "root"}));
  hw::pcie::SwitchParams root;       ///< Root complex; the tree gives the number of its ports.
  hw::pcie::SwitchParams plx;        ///< The switch above the card.
  hw::pcie::EndpointParams host;     ///< Host memory and processor, as seen by the tree.
  model::SparseMemoryParams memory;  ///< The host's memory.
  hw::apenet::GpuPeerParams gpu;
  hw::apenet::CardParams card;
  bool analyser = false;  ///< A bus analyser is in the card's slot.

  ApenetNodeParams();
  void declare(const core::ParamScope& scope);
};

/// A node of a cluster: a PCIe tree whose devices are the host, one GPU and the card.
///     host -- root -- plx -- card
///                      |
///                     gpu        (gpu_at = root: on the root complex)
/// Timing: that of its parts. With `bytes`, the GPU's memory holds real data; host memory always
/// does.
class ApenetNode final : public sc_core::sc_module {
 public:
  ApenetNode(const sc_core::sc_module_name& name, const ApenetNodeParams& params, unsigned number,
             std::uint64_t seed, hw::apenet::PacketPool& packets, bool bytes = false);

  /// Adds its tree, drawn together.
  void add_to(Graph& graph) const;

  [[nodiscard]] hw::apenet::Card& card() { return *card_; }
  /// For the direction that leaves the card.
  [[nodiscard]] const hw::link::LinkParams& card_link() const { return card_link_; }
  [[nodiscard]] hw::apenet::GpuPeer& gpu() { return *gpu_; }
  /// Null: no analyser.
  [[nodiscard]] const hw::apenet::BusAnalyser* analyser() const { return analyser_.get(); }
  [[nodiscard]] hw::pcie::Endpoint& host() { return *host_; }
  [[nodiscard]] hw::pcie::TlpPool& tlps() { return tree_.pool(); }
  [[nodiscard]] std::uint64_t tlp_hops() const { return tree_.tlp_hops(); }
  [[nodiscard]] model::SparseMemory& host_memory() { return *host_memory_; }
  /// Null: no real bytes.
  [[nodiscard]] model::SparseMemory* gpu_memory() { return gpu_memory_.get(); }

 private:
  void make_devices(const ApenetNodeParams& params, unsigned number, std::uint64_t seed,
                    hw::apenet::PacketPool& packets, bool bytes);
  [[nodiscard]] unsigned device(const char* name) const;  ///< Returns its number in the tree.

  const hw::link::LinkParams card_link_;
  pcie::TreeHardware tree_;
  std::unique_ptr<model::SparseMemory> host_memory_;
  std::unique_ptr<model::SparseMemory> gpu_memory_;
  std::unique_ptr<hw::pcie::Endpoint> host_;
  std::unique_ptr<hw::apenet::GpuPeer> gpu_;
  std::unique_ptr<hw::apenet::Card> card_;
  std::unique_ptr<hw::apenet::BusAnalyser> analyser_;
};

}  // namespace gf::platforms::apenet
