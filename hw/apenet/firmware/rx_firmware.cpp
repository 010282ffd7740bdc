// SPDX-License-Identifier: Apache-2.0
// The receiving firmware that GPUFabric provides. A new one adds its line here.
#include "hw/apenet/firmware/rx_firmware.h"

#include "hw/apenet/firmware/rx_packet.h"

namespace gf::hw::apenet {

core::Registry<RxFirmwareEntry>& rx_firmware_registry() {
  static core::Registry<RxFirmwareEntry> registry(
      "firmware of receiving", {{"standard", [](const RxFirmwareContext& context) {
                                   return std::make_unique<RxPacketTask>(context);
                                 }}});
  return registry;
}

}  // namespace gf::hw::apenet
