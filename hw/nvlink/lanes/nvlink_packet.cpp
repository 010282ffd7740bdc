// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/lanes/nvlink_packet.h"

#include <fmt/format.h>

namespace gf::hw::nvlink {
namespace {

/// Returns the number of aligned 16-byte units that contain the packet's bytes.
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

/// Returns the number of data flits. An old value of up to 16 bytes fits in the header of an
/// atomic's response.
std::uint32_t data_flits(const NvlinkPacket& packet) {
  switch (packet.type) {
    case PacketType::kReadData:
      // An error needs only the header.
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

std::uint32_t flits_with(const NvlinkPacket& packet, std::uint32_t data) {
  return 1 + (packet.masked ? 1 : 0) + data;
}

}  // namespace

const char* kind_of(PacketType type) {
  switch (type) {
    case PacketType::kRead:
      return "reads";
    case PacketType::kReadData:
      return "read data";
    case PacketType::kWrite:
      return "writes";
    case PacketType::kAtomic:
      return "atomics";
    case PacketType::kAtomicData:
      return "atomic data";
    case PacketType::kControl:
      break;
  }
  return "lane control";
}

core::HopJournal::Number flow_number(core::HopJournal& journal, const NvlinkPacket& packet) {
  if (packet.flow != nullptr) return model::flow_number(journal, *packet.flow);
  static const char kOwner = 0;  // owner of the flows between GPUs; these numbers are their parts
  const unsigned part = static_cast<unsigned>(packet.source) << 20 |
                        static_cast<unsigned>(packet.destination) << 8 |
                        static_cast<unsigned>(packet.type);
  return journal.flow(&kOwner, part, [&] {
    return fmt::format("flow {}->{} {}", packet.source, packet.destination, kind_of(packet.type));
  });
}

std::uint32_t flits(const NvlinkPacket& packet) { return flits_with(packet, data_flits(packet)); }

void finish(NvlinkPacket& packet) {
  const std::uint32_t data = data_flits(packet);
  packet.credit_class = class_of(packet.type);
  packet.wire_bytes = flits_with(packet, data) * kFlitBytes;
  packet.payload_bytes = data > 0 ? packet.bytes : 0;
  packet.cost.header = 1;
  packet.cost.data = static_cast<std::uint16_t>(data);
}

}  // namespace gf::hw::nvlink
