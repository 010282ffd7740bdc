// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/readers/pci_class.h"

#include "core/base/text_match.h"

namespace gf::model {
namespace {

/// Displays of boards for servers: ES1000, Rage XL, Radeon 7000 (RV100).
constexpr std::string_view kBoardDisplays[] = {"1002:515e", "1002:4752", "1002:5159"};

}  // namespace

PciClass pci_class(std::string_view code, std::string_view part_id) {
  if (core::begins_with(code, "0x")) code.remove_prefix(2);
  const bool nvidia = core::begins_with(part_id, "10de:"),
             amd = core::begins_with(part_id, "1002:");
  if (core::begins_with(code, "0604")) return PciClass::kBridge;
  if (core::begins_with(code, "0302") || core::begins_with(code, "1200")) return PciClass::kGpu;
  for (const std::string_view board : kBoardDisplays)
    if (part_id == board) return PciClass::kOther;
  const bool display = core::begins_with(code, "0300") || core::begins_with(code, "0380");
  if (display && (nvidia || amd || (part_id.empty() && core::begins_with(code, "0380"))))
    return PciClass::kGpu;
  if (core::begins_with(code, "0680") && nvidia) return PciClass::kNvSwitch;
  const bool net = core::begins_with(code, "0200") || core::begins_with(code, "0207") ||
                   core::begins_with(code, "0280");
  return net ? PciClass::kNic : PciClass::kOther;
}

}  // namespace gf::model
