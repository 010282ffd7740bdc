// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/cards/processor_choice.h"

#include <fmt/format.h>

#include "platforms/gpu/device/preset_files.h"

namespace gf::platforms::apenet {
namespace {

/// Declares the choice of the processor's cost table, and applies that of a file.
void declare_cost_table(const core::ParamScope& root) {
  std::string table = "measured";
  root.child("nios").add(
      "cost_table", table,
      "costs for nios.model = cost_table: measured on the C firmware (measured), or calibrated on "
      "published times (published); each cost can also be set by its own name",
      "gpufabric calibrate nios, or [APENET13]", core::one_of({"measured", "published"}));
  if (table == "published") return;
  const char* const path = "platforms/apenet/presets/nios_measured.ini";
  for (const core::IniEntry& entry : gpu::read_preset(path)) {
    root.preset(entry.key, entry.value, fmt::format("{}:{}", path, entry.line));
    root.cite(entry.key, "measured by gpufabric calibrate nios");
  }
}

}  // namespace

void declare_processor(const core::ParamScope& root, hw::apenet::CardParams& card) {
  card.soft_core.model = "iss";
  declare_cost_table(root);
  card.soft_core.declare_only(root.child("nios"), {"model", "program", "firmware"});
}

}  // namespace gf::platforms::apenet
