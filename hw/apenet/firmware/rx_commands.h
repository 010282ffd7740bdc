// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/apenet/event.h"
#include "hw/apenet/nios/processor.h"
#include "hw/apenet/rx_rdma.h"

namespace gf::hw::apenet {

/// The firmware's decision about a packet.
enum class RxVerdict : std::uint8_t { kWrite, kNoBuffer, kPageFault };

/// The firmware's commands to the receiving block, whether its cycles come from a table or from a
/// program. A span log, if active, is notified.
class RxCommands {
 public:
  RxCommands(Processor& processor, RxRdma& rdma) : processor_(processor), rdma_(rdma) {}

  /// Returns whether the host must be notified of a packet: the last one of its message, or
  /// a bad one.
  static bool notifies_host(const PacketHeader& header, RxVerdict verdict) {
    return header.last || verdict != RxVerdict::kWrite;
  }
  /// Writes the packet to `to`, or drops it. The packet belongs to the engine from now on.
  void carry_out(TorusPacket& packet, RxVerdict verdict, const Scatter& to);
  void notify_host(const PacketHeader& header, RxVerdict verdict);
  void report_event(const PacketHeader& header);  ///< Tells the journal that an event is prepared.

 private:
  Processor& processor_;
  RxRdma& rdma_;
};

}  // namespace gf::hw::apenet
