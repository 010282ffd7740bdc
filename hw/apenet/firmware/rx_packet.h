// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/apenet/event.h"
#include "hw/apenet/firmware/card_tables.h"
#include "hw/apenet/rx_rdma.h"

namespace gf::hw::apenet {

/// Firmware: receive one packet. Find its buffer, translate its pages, start the RDMA engine; after
/// a message's last packet write an event and tidy up.
class RxPacketTask final : public Firmware, public RxRdma::Client {
 public:
  RxPacketTask(Processor& processor, CardTables& tables, RxRdma& rdma)
      : processor_(processor), tables_(tables), rdma_(rdma) {}

  void packet_received(Packet& packet) override {
    processor_.post(TaskKind::kRxPacket, *this, &packet);
  }
  bool run(unsigned step, void* what, Meter& meter) override;

 private:
  enum class Verdict { kWrite, kNoBuffer, kPageFault };
  Verdict look_up(const PacketHeader& header, Meter& meter);
  bool translate_host(const PacketHeader& header, Meter& meter);
  bool translate_gpu(const PacketHeader& header, unsigned gpu, Meter& meter);
  void carry_out(Packet& packet);

  Processor& processor_;
  CardTables& tables_;
  RxRdma& rdma_;
  Verdict verdict_ = Verdict::kWrite;  ///< On the packet at hand.
  Scatter scatter_;
  PacketHeader header_;
};

}  // namespace gf::hw::apenet
