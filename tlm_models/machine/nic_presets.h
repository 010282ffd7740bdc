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
inline constexpr std::string_view kBnxtSpeeds = "Linux, bnxt.c, names of boards";

/// A card with two ports has the rate of the fastest one here: PCIe carries little more.
inline constexpr std::array<NicPreset, 15> kNicPresets{{
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
    {"connectx8", 800, "NVIDIA, ConnectX-8 firmware release notes v40.44.0208, Link Speed", 5, 32,
     "assumed: gen6 x16, which the model lacks, has the rate of gen5 x32; on gen5 a card takes two "
     "x16 (NVIDIA, DOCA 2.9.0_CX8, Changes and New Features)"},
    {"bluefield2", 200, kMlx5Speeds, 4, 16, "assumed: gen4 x16; some cards have x8"},
    {"bluefield3", 400, "NVIDIA, DOCA Installation Guide, B3240 and B3140L: 400 Gb/s; B3220: 200",
     5, 16, "NVIDIA, DOCA Installation Guide, table of platforms: gen5 x16"},
    {"efa_100", 100, "AWS, EC2 accelerated computing, network specifications: P4d, 4 cards", 3, 16,
     "AWS, aws-ofi-nccl, topology/p4d-24xl-topo.xml; those of P5 have gen4 x8"},
    {"efa_200", 200, "AWS, EC2 accelerated computing, network specifications: P5en, 16 cards", 4,
     16, "assumed: gen4 x16, as EFA of 100 Gbit/s has half of it; plausible up to gen5 x16"},
    {"efa_400", 400, "AWS, EC2 accelerated computing, network specifications: P6-B200, 8 cards", 5,
     16, "assumed: gen5 x16, the least that carries the port"},
    {"bcm57508", 200, kBnxtSpeeds, 4, 16, "assumed: gen4 x16; some cards have less"},
    {"bcm57608", 400, kBnxtSpeeds, 5, 16, "assumed: gen5 x16, the least that carries the ports"},
}};

/// Returns the preset of a name; null: there is none.
const NicPreset* nic_preset(std::string_view name);
/// "connectx4, connectx5, ...", for messages.
std::string nic_preset_list();

}  // namespace gf::model
