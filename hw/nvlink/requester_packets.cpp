// SPDX-License-Identifier: Apache-2.0
// An access becomes request packets.
#include <algorithm>
#include <cstring>

#include "hw/nvlink/requester.h"
#include "tlm_models/memory/no_bytes.h"

namespace gf::hw::nvlink {

bool Requester::make_packets(std::uint32_t number) {
  Access& access = accesses_[number];
  const std::uint32_t length = access.payload->get_data_length();
  while (access.made < length && out_.room(access.link)) {
    const std::uint64_t address = access.payload->get_address() + access.made;
    NvlinkPacket& packet = make_packet(access, number, chunk_of(address, length - access.made));
    access.made += packet.bytes;
    out_.queue_request(access.link, packet);
  }
  return access.made == length;
}

NvlinkPacket& Requester::make_packet(Access& access, std::uint32_t number, std::uint32_t bytes) {
  const tlm::tlm_generic_payload& payload = *access.payload;
  NvlinkPacket& packet = pool_.make();
  packet.address = local_address(payload.get_address()) + access.made;
  packet.source = static_cast<std::uint16_t>(gpu_);
  packet.destination = static_cast<std::uint16_t>(gpu_of(payload.get_address()));
  packet.bytes = static_cast<std::uint16_t>(bytes);
  packet.origin = this;
  packet.access = number;
  packet.offset = access.made;
  const std::uint8_t* const data = payload.get_data_ptr();
  packet.real = data != nullptr && data != model::no_bytes();
  packet.type = payload.is_read() ? PacketType::kRead : PacketType::kWrite;
  if (access.atomic != nullptr) {
    packet.type = PacketType::kAtomic;
    packet.op = access.atomic->op;
    packet.scope = access.atomic->scope;
  }
  if (packet.type == PacketType::kWrite) {
    packet.masked = partial(packet.address, bytes) || payload.get_byte_enable_ptr() != nullptr;
  }
  if (packet.real && packet.type != PacketType::kRead) copy_in(packet, access);
  packet.ready = std::max(access.began + send_latency_, core::now_ticks());
  gf::hw::nvlink::finish(packet);
  return packet;
}

void Requester::copy_in(NvlinkPacket& packet, const Access& access) {
  const tlm::tlm_generic_payload& payload = *access.payload;
  packet.data = pool_.make_data();
  std::memcpy(packet.data, payload.get_data_ptr() + access.made, packet.bytes);
  const std::uint8_t* enables = payload.get_byte_enable_ptr();
  packet.enables = enables != nullptr && packet.type == PacketType::kWrite;
  if (!packet.enables) return;
  std::uint8_t* to = enables_of(packet);
  for (std::uint32_t i = 0; i < packet.bytes; ++i) {
    to[i] = enables[(access.made + i) % payload.get_byte_enable_length()];
  }
}

}  // namespace gf::hw::nvlink
