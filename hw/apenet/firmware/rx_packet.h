// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/apenet/firmware/rx_commands.h"
#include "hw/apenet/firmware/rx_firmware.h"

namespace gf::hw::apenet {

/// Firmware that receives one packet: it finds the buffer, translates its pages and starts the RDMA
/// engine. After a message's last packet it writes an event and cleans up.
class RxPacketTask : public RxFirmware {
 public:
  explicit RxPacketTask(const RxFirmwareContext& context)
      : processor_(context.processor),
        tables_(context.tables),
        commands_(context.processor, context.rdma) {}

  void packet_received(TorusPacket& packet) override {
    processor_.post(NiosTaskKind::kRxPacket, *this, &packet);
  }
  bool run(unsigned step, void* what, Meter& meter) override;

 protected:
  /// Returns the registered buffer that holds all of the packet, or null. Charges the cycles
  /// of the search.
  virtual const Buffer* find_buffer(const PacketHeader& header, Meter& meter);
  [[nodiscard]] const CostTable& costs() const { return processor_.costs(); }
  [[nodiscard]] const CardTables& tables() const { return tables_; }

 private:
  RxVerdict look_up(const PacketHeader& header, Meter& meter);
  bool translate_host(const PacketHeader& header, Meter& meter);
  bool translate_gpu(const PacketHeader& header, unsigned gpu, Meter& meter);

  Processor& processor_;
  CardTables& tables_;
  RxCommands commands_;
  RxVerdict verdict_ = RxVerdict::kWrite;  ///< On the current packet.
  Scatter scatter_;
  PacketHeader header_;
};

}  // namespace gf::hw::apenet
