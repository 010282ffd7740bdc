// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "tlm_models/host/rdma.h"
#include "tlm_models/link/data_pool.h"
#include "tlm_models/link/packet.h"

namespace gf::hw::apenet {

inline constexpr std::uint32_t kMaxPacketPayload = 4096;  ///< [A1]
inline constexpr std::uint32_t kWordBytes = 16;           ///< Datapath: 128 bit [A1]
inline constexpr std::uint32_t kLineBytes = 128;  ///< One GPU read request fetches this [A2]

using MessageId = model::RdmaMessageId;
using PacketHeader = model::RdmaHeader;

/// A packet of the network: header word, payload in whole words, footer word.
struct Packet : model::Packet {
  PacketHeader header;
  std::uint8_t* data = nullptr;  ///< header.bytes of real data, or null.
  core::Ticks tail = 0;          ///< When its last bit is where the packet is.
  std::uint8_t out = 0;          ///< Switch port that it leaves by, in channel credit_class.
};

/// Words of 128 bit on the wire for `bytes` of payload [A1].
constexpr std::uint32_t wire_bytes_of(std::uint32_t bytes) {
  return (2 + (bytes + kWordBytes - 1) / kWordBytes) * kWordBytes;
}

/// The packets of one platform and the buffers of those that carry real bytes.
using PacketPool = model::DataPool<Packet, kMaxPacketPayload>;

/// Who hands packets to a PacketSink, and is told that it has room again.
class RoomClient {
 public:
  virtual ~RoomClient() = default;
  virtual void room_again() = 0;  ///< After has_room() was false: worth asking again.
};
/// Where packets go. A sink without room says so and calls back; it never drops.
class PacketSink {
 public:
  virtual ~PacketSink() = default;
  /// False: no room, `client` is told when there is.
  virtual bool has_room(RoomClient& client) = 0;
  /// The packet is the sink's from now on. Precondition: has_room().
  virtual void take(Packet& packet) = 0;
};

}  // namespace gf::hw::apenet
