// SPDX-License-Identifier: Apache-2.0
#include "hw/link/fault_params.h"

#include "core/text_match.h"

namespace gf::hw::link {

core::Ticks FaultParams::dies_at(const std::string& path) const {
  const bool fails = fails_at != sc_core::SC_ZERO_TIME && core::glob_match(failing, path);
  return fails ? fails_at.value() : core::kNever;
}

core::Ticks FaultParams::dies_at(const sc_core::sc_object& end) const {
  const sc_core::sc_object* const port = end.get_parent_object();
  return dies_at(std::string(port == nullptr ? end.name() : port->name()));
}

}  // namespace gf::hw::link
