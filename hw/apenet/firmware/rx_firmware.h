// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/base/registry.h"
#include "hw/apenet/rx_rdma.h"
#include "hw/apenet/tables/card_tables.h"

namespace gf::hw::apenet {

/// The receiving part of the firmware. For each packet that has come, it posts a task to the
/// processor and charges the task's cycles. It has the RDMA engine write or drop the packet
/// (RxRdma::write(), drop()), each packet once. After a message's last packet it writes an event.
class RxFirmware : public Firmware, public RxRdma::Client {};

/// The parts of the card that it works on. They outlive the firmware.
struct RxFirmwareContext {
  Processor& processor;
  CardTables& tables;
  RxRdma& rdma;
};

/// A named receiving firmware.
struct RxFirmwareEntry {
  std::string name;
  std::function<std::unique_ptr<RxFirmware>(const RxFirmwareContext&)> make;
};
/// Returns the legal values of a card's `rx_firmware`; add() adds one.
core::Registry<RxFirmwareEntry>& rx_firmware_registry();

}  // namespace gf::hw::apenet
