// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace gf::model {

/// Kinds of PCI devices that a machine has.
enum class PciClass { kBridge, kGpu, kNic, kNvSwitch, kOther };

/// Returns the kind by the class of PCI ("0x030200", "0302") and by vendor and device ("10de:20b0",
/// may be empty): 3D controllers and accelerators are GPUs, displays only those of NVIDIA and AMD
/// that are not a server board's own,
/// "0680" of NVIDIA is an NVSwitch. Network and InfiniBand controllers are NICs.
PciClass pci_class(std::string_view code, std::string_view part_id);

}  // namespace gf::model
