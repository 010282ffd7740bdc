// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tlm_models/host/verbs.h"
#include "tlm_models/link/data_pool.h"
#include "tlm_models/link/packet.h"
#include "tlm_models/link/packet_sink.h"

namespace gf::hw::nic {

inline constexpr std::uint32_t kMaxMtu = 4096;  ///< Largest payload of a segment ([IB], chapter 5).

/// Packet sequence number of a queue pair. InfiniBand's have 24 bits and wrap around; these do not.
using Psn = std::uint64_t;

enum class SegmentKind : std::uint8_t {
  kWrite,
  kSend,
  kReadRequest,
  kReadResponse,
  kAck,
  kGap,       ///< Not acknowledged: a segment before the one that came is missing.
  kNotReady,  ///< Not acknowledged: there is no buffer for a send.
};

/// What cards send each other.
struct Segment : model::Packet {
  SegmentKind kind = SegmentKind::kWrite;
  bool last = false;                 ///< Of its message.
  bool immediate = false;            ///< The receiving host is told of it.
  std::uint32_t source = 0;          ///< Number of a card.
  std::uint32_t destination = 0;     ///< Number of a card.
  model::QueuePairNumber queue = 0;  ///< At the destination.
  Psn psn = 0;                       ///< Negative acknowledgement: of what is to come next.
  Psn done = 0;                      ///< Acknowledgements: all below have been written.
  std::uint64_t address = 0;         ///< Of the payload, or of what is to be read, over there.
  std::uint64_t length = 0;          ///< Read request: bytes that are to come back.
  std::uint64_t value = 0;           ///< Immediate data.
  std::uint8_t* data = nullptr;      ///< payload_bytes of real data, or null.
  std::uint32_t copy = ~0u;          ///< As WorkRequest::copy; of acknowledgements, too.
};

/// The segments of one machine and the buffers of those that carry real bytes.
using SegmentPool = model::DataPool<Segment, kMaxMtu>;

/// Where segments go: a card, its port to a network. The card hands over what its peers are to get.
using SegmentSink = model::PacketSink<Segment>;
using RoomClient = model::RoomClient;

}  // namespace gf::hw::nic
