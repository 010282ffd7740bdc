// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/port/tlp.h"

namespace gf::hw::pcie {

void finish(Tlp& tlp, std::uint32_t payload_bytes) {
  const bool completion = class_of(tlp.type) == kCompletion;
  tlp.credit_class = class_of(tlp.type);
  tlp.payload_bytes = payload_bytes;
  // Completions are routed by id: their header has 3 DW for any address.
  tlp.wire_bytes = payload_bytes + overhead_bytes(completion ? 0 : tlp.address);
  tlp.cost.header = 1;
  tlp.cost.data =
      static_cast<std::uint16_t>((payload_bytes + kDataCreditBytes - 1) / kDataCreditBytes);
}

}  // namespace gf::hw::pcie
