// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "tlm_models/machine/link_spec.h"

namespace gf::model {

/// An RDMA card: the rate of its ports and its PCIe.
struct NicPreset {
  std::string_view name;  ///< As in machine files, `preset = NAME`.
  double port_gbits;      ///< Gbit/s that its ports together send, and that they receive.
  std::string_view port_source;
  unsigned generation;  ///< Of PCIe.
  unsigned width;
  std::string_view pcie_source;

  [[nodiscard]] LinkSpec pcie() const { return {LinkFamily::kPcie, generation, width}; }
};

inline constexpr std::string_view kMlx5Speeds =
    "NVIDIA, Linux Kernel Upstream Release Notes v5.18, table of uplink speeds";

/// A card with two ports has the rate of the fastest one here: PCIe carries little more.
inline constexpr std::array<NicPreset, 9> kNicPresets{{
    {"connectx4", 100, kMlx5Speeds, 3, 16, "assumed: gen3 x16; some cards have x8"},
    {"connectx4_lx", 50, kMlx5Speeds, 3, 8, "assumed: gen3 x8"},
    {"connectx5", 100, kMlx5Speeds, 3, 16,
     "NVIDIA, ConnectX-5 EN for OCP 2.0 user manual, Interfaces: gen3 x16"},
    {"connectx5_ex", 100, kMlx5Speeds, 4, 16,
     "NVIDIA, ConnectX-5 EN for OCP 2.0 user manual, Interfaces: gen4 x16"},
    {"connectx6", 200, kMlx5Speeds, 4, 16,
     "NVIDIA, ConnectX-6 for OCP 3.0 user manual, Interfaces: gen4 x16"},
    {"connectx6_dx", 200, kMlx5Speeds, 4, 16, "assumed: as ConnectX-6; some cards have x8"},
    {"connectx7", 400, kMlx5Speeds, 5, 16,
     "NVIDIA, ConnectX-7 for OCP 3.0 user manual, Supported Interfaces: gen5 x16"},
    {"bluefield2", 200, kMlx5Speeds, 4, 16, "assumed: gen4 x16; some cards have x8"},
    {"bluefield3", 400, "NVIDIA, DOCA Installation Guide, B3240 and B3140L: 400 Gb/s; B3220: 200",
     5, 16, "NVIDIA, DOCA Installation Guide, table of platforms: gen5 x16"},
}};

/// Returns the preset of a name; null: there is none.
const NicPreset* nic_preset(std::string_view name);
/// "connectx4, connectx5, ...", for messages.
std::string nic_preset_list();

}  // namespace gf::model
