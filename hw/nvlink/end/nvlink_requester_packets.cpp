// SPDX-License-Identifier: Apache-2.0
// Splits an access into request packets.
#include <algorithm>
#include <cstring>

#include "hw/nvlink/end/nvlink_port.h"
#include "hw/nvlink/end/nvlink_requester.h"
#include "tlm_models/memory/no_bytes.h"
#include "tlm_models/memory/owner_extension.h"

namespace gf::hw::nvlink {

bool NvlinkRequester::make_packets(Key key) {
  Transaction& one = transaction(key);
  const std::uint32_t length = one.payload->get_data_length();
  // Space may run out within an access; room_comes() then continues from here.
  while (one.sent < length) {
    const std::uint64_t address = one.payload->get_address() + one.sent;
    link_ = port_.link_for(gpu_of(address), local_address(address));
    if (!port_.room(link_)) return false;
    NvlinkPacket& packet = make_packet(one, key, chunk_of(address, length - one.sent));
    one.sent += packet.bytes;
    port_.queue_request(link_, packet);
  }
  const core::Ticks now = core::now_ticks();
  if (now > request_began()) stats_.blocked.add_ticks(now - request_began());
  return true;
}

NvlinkPacket& NvlinkRequester::make_packet(const Transaction& one, Key key, std::uint32_t bytes) {
  const tlm::tlm_generic_payload& payload = *one.payload;
  NvlinkPacket& packet = pool_.make();
  packet.address = local_address(payload.get_address()) + one.sent;
  packet.source = static_cast<std::uint16_t>(gpu_);
  packet.destination = static_cast<std::uint16_t>(gpu_of(payload.get_address()));
  packet.bytes = static_cast<std::uint16_t>(bytes);
  packet.requester = this;
  const model::OwnerExtension& owner = model::owner_of(payload);
  packet.flow = owner.flow;
  if (owner.flow != nullptr) packet.origin = {owner.since, send_latency_};
  packet.access = key;
  packet.offset = one.sent;
  const std::uint8_t* const data = payload.get_data_ptr();
  packet.real = data != nullptr && data != model::no_bytes();
  packet.type = payload.is_read() ? PacketType::kRead : PacketType::kWrite;
  if (one.atomic != nullptr) {
    if (is_atomic(one)) packet.type = PacketType::kAtomic;
    packet.op = one.atomic->op;
    packet.scope = one.atomic->scope;
  }
  if (packet.type == PacketType::kWrite) {
    packet.masked = partial(packet.address, bytes) || payload.get_byte_enable_ptr() != nullptr;
  }
  if (packet.real && packet.type != PacketType::kRead) copy_in(packet, one);
  // send_latency applies once per access, and elapses while its packets wait for space.
  packet.ready = std::max(one.began + send_latency_, core::now_ticks());
  gf::hw::nvlink::finish(packet);
  return packet;
}

void NvlinkRequester::copy_in(NvlinkPacket& packet, const Transaction& one) {
  const tlm::tlm_generic_payload& payload = *one.payload;
  packet.data = pool_.make_data();
  std::memcpy(packet.data, payload.get_data_ptr() + one.sent, packet.bytes);
  const std::uint8_t* enables = payload.get_byte_enable_ptr();
  packet.enables = enables != nullptr && packet.type == PacketType::kWrite;
  if (!packet.enables) return;
  std::uint8_t* to = enables_of(packet);
  for (std::uint32_t i = 0; i < packet.bytes; ++i) {
    to[i] = enables[(one.sent + i) % payload.get_byte_enable_length()];
  }
}

}  // namespace gf::hw::nvlink
