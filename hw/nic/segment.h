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
  kGap,       ///< Negative: a segment before the one that came is missing.
  kNotReady,  ///< Negative: there is no buffer for a send.
};

/// A message between cards.
struct Segment : model::Packet {
  SegmentKind kind = SegmentKind::kWrite;
  bool last = false;                 ///< Last of its message.
  bool immediate = false;            ///< The receiving host gets a completion.
  std::uint32_t source = 0;          ///< Number of a card.
  std::uint32_t destination = 0;     ///< Number of a card.
  model::QueuePairNumber queue = 0;  ///< At the destination.
  Psn psn = 0;                       ///< In negative acknowledgements: the next expected.
  Psn done = 0;                      ///< Acknowledgements: all below have been written.
  std::uint64_t address = 0;         ///< At the destination: of the payload, or of the data to
                                     ///< read.
  std::uint64_t length = 0;          ///< Read request: bytes to return.
  std::uint64_t value = 0;           ///< Immediate data.
  std::uint8_t* data = nullptr;      ///< payload_bytes of real data, or null.
  std::uint32_t copy = ~0u;          ///< As WorkRequest::copy; also in acknowledgements.
};

/// The segments of a machine, and buffers for those with real bytes.
using SegmentPool = model::DataPool<Segment, kMaxMtu>;

/// Destination of segments: a card, or its port to a network. A card hands over segments for its
/// peers.
using SegmentSink = model::PacketSink<Segment>;
using RoomClient = model::RoomClient;

}  // namespace gf::hw::nic
