// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/apenet/event.h"
#include "hw/apenet/nios/processor.h"
#include "hw/apenet/rx_rdma.h"

namespace gf::hw::apenet {

/// What the firmware finds out of a packet.
enum class RxVerdict : std::uint8_t { kWrite, kNoBuffer, kPageFault };

/// What the firmware has the receiving block do, whether its cycles come from a table or from a
/// program; a journal of messages hears of it.
class RxCommands {
 public:
  RxCommands(Processor& processor, RxRdma& rdma) : processor_(processor), rdma_(rdma) {}

  /// Whether the host has to hear of a packet: the last one of its message, or no good one.
  static bool tells(const PacketHeader& header, RxVerdict verdict) {
    return header.last || verdict != RxVerdict::kWrite;
  }
  /// Writes the packet where `to` says, or drops it. The packet is the engine's from now on.
  void carry_out(Packet& packet, RxVerdict verdict, const Scatter& to);
  void tell(const PacketHeader& header, RxVerdict verdict);
  void report_event(const PacketHeader& header);  ///< To a journal: one of it is being prepared.

 private:
  Processor& processor_;
  RxRdma& rdma_;
};

}  // namespace gf::hw::apenet
