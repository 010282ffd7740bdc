// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/pcie/switch/pcie_switch.h"

namespace gf::hw::pcie {

inline SwitchParams three_ports() {
  SwitchParams params;
  params.ports.resize(3);
  return params;
}

}  // namespace gf::hw::pcie
