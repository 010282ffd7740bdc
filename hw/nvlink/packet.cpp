// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/packet.h"

namespace gf::hw::nvlink {
namespace {

/// Aligned units of 16 bytes that the packet's bytes lie in.
std::uint32_t units(const NvlinkPacket& packet) {
  const auto first = static_cast<std::uint32_t>(packet.address % kFlitBytes);
  return (first + packet.bytes + kFlitBytes - 1) / kFlitBytes;
}

NvlinkClass class_of(PacketType type) {
  switch (type) {
    case PacketType::kRead:
    case PacketType::kWrite:
    case PacketType::kAtomic:
      return kRequests;
    case PacketType::kReadData:
    case PacketType::kAtomicData:
      return kResponses;
    default:
      return kControl;
  }
}

/// Data flits; an old value of up to 16 bytes rides in the header of an atomic's response.
std::uint32_t data_flits(const NvlinkPacket& packet) {
  switch (packet.type) {
    case PacketType::kReadData:
      // An error is told by the header alone.
      return packet.failed ? 0 : units(packet);
    case PacketType::kWrite:
    case PacketType::kAtomic:
      return units(packet);
    case PacketType::kAtomicData:
      return packet.bytes <= kFlitBytes ? 0 : units(packet);
    default:
      return 0;
  }
}

}  // namespace

std::uint32_t flits(const NvlinkPacket& packet) {
  return 1 + (packet.masked ? 1 : 0) + data_flits(packet);
}

void finish(NvlinkPacket& packet) {
  const std::uint32_t data = data_flits(packet);
  packet.credit_class = class_of(packet.type);
  packet.wire_bytes = flits(packet) * kFlitBytes;
  packet.payload_bytes = data > 0 ? packet.bytes : 0;
  packet.cost.header = 1;
  packet.cost.data = static_cast<std::uint16_t>(data);
}

}  // namespace gf::hw::nvlink
