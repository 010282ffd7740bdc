// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "tlm_models/host/rdma.h"
#include "tlm_models/link/packet.h"
#include "tlm_models/link/packet_pool.h"

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
  core::Ticks tail = 0;          ///< Last bit is where the packet is.
  std::uint8_t out = 0;          ///< Port of the switch that it leaves by.
  std::uint8_t next_class = 0;   ///< Credit class that it takes over there.
};

/// Words of 128 bit on the wire for `bytes` of payload [A1].
constexpr std::uint32_t wire_bytes_of(std::uint32_t bytes) {
  return (2 + (bytes + kWordBytes - 1) / kWordBytes) * kWordBytes;
}

/// The packets of one platform and the payload buffers of those that carry real bytes.
class PacketPool {
 public:
  Packet& make() { return packets_.make(); }
  void recycle(Packet& packet) {
    if (packet.data != nullptr) free_.push_back(packet.data);
    packet.data = nullptr;
    packets_.recycle(packet);
  }
  /// A buffer of kMaxPacketPayload bytes, to hang on a packet of this pool.
  std::uint8_t* make_data() {
    if (free_.empty()) {
      buffers_.push_back(std::make_unique<Buffer>());
      free_.reserve(buffers_.size());
      return buffers_.back()->data();
    }
    std::uint8_t* const data = free_.back();
    free_.pop_back();
    return data;
  }
  [[nodiscard]] std::size_t in_use() const { return packets_.in_use(); }
  [[nodiscard]] std::size_t blocks() const { return packets_.blocks() + buffers_.size(); }

 private:
  using Buffer = std::array<std::uint8_t, kMaxPacketPayload>;
  model::PacketPool<Packet> packets_;
  std::vector<std::unique_ptr<Buffer>> buffers_;
  std::vector<std::uint8_t*> free_;
};

/// Where packets go. A taker with no room says so and calls back; it never drops.
class PacketGiver {
 public:
  virtual ~PacketGiver() = default;
  virtual void room_again() = 0;  ///< After has_room() was false: worth asking again.
};
class PacketTaker {
 public:
  virtual ~PacketTaker() = default;
  /// False: no room, `giver` is told when there is.
  virtual bool has_room(PacketGiver& giver) = 0;
  /// The packet is the taker's from now on. Precondition: has_room().
  virtual void take(Packet& packet) = 0;
};

}  // namespace gf::hw::apenet
