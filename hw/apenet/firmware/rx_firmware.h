// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/base/registry.h"
#include "hw/apenet/rx_rdma.h"
#include "hw/apenet/tables/card_tables.h"

namespace gf::hw::apenet {

/// The part of the firmware that receives: told of each packet that has come, it posts a task to
/// the processor, charges what the task takes, and has the RDMA engine write or drop the packet
/// (RxRdma::write(), drop()), each packet once. After a message's last packet it writes an event.
class RxFirmware : public Firmware, public RxRdma::Client {};

/// What it works on. All of it is the card's, and outlives the firmware.
struct RxFirmwareContext {
  Processor& processor;
  CardTables& tables;
  RxRdma& rdma;
};

/// Firmware that receives, by its name.
struct RxFirmwareEntry {
  std::string name;
  std::function<std::unique_ptr<RxFirmware>(const RxFirmwareContext&)> make;
};
/// The legal values of a card's `rx_firmware`; add() makes one more.
core::Registry<RxFirmwareEntry>& rx_firmware_registry();

}  // namespace gf::hw::apenet
