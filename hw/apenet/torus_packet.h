// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "tlm_models/host/rdma.h"
#include "tlm_models/link/data_pool.h"
#include "tlm_models/link/packet.h"
#include "tlm_models/link/packet_sink.h"

namespace gf::hw::apenet {

inline constexpr std::uint32_t kMaxPacketPayload = 4096;  ///< [A1]
inline constexpr std::uint32_t kWordBytes = 16;           ///< Datapath: 128 bit [A1]
inline constexpr std::uint32_t kLineBytes = 128;  ///< One GPU read request fetches this [A2]

using MessageId = model::RdmaMessageId;
using PacketHeader = model::RdmaHeader;

/// A packet of the network: header word, payload in whole words, footer word.
struct TorusPacket : model::Packet {
  PacketHeader header;
  std::uint8_t* data = nullptr;  ///< header.bytes of real data, or null.
  core::Ticks tail = 0;          ///< When its last bit reaches its present place.
  std::uint8_t out = 0;          ///< Switch port that it leaves by, in channel credit_class.
};

/// Returns the bytes on the wire, in whole words of 128 bit, for `bytes` of payload [A1].
constexpr std::uint32_t wire_bytes_of(std::uint32_t bytes) {
  return (2 + (bytes + kWordBytes - 1) / kWordBytes) * kWordBytes;
}

/// The packets of one platform and the buffers of those that carry real bytes.
using PacketPool = model::DataPool<TorusPacket, kMaxPacketPayload>;

using RoomClient = model::RoomClient;
/// A destination of packets: a card, a torus switch.
using PacketSink = model::PacketSink<TorusPacket>;

}  // namespace gf::hw::apenet
