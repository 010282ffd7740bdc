// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace gf::model {

/// Interface of driver and network card: RDMA PUTs to registered buffers, addressed by uniform
/// virtual addresses (UVA).

using RdmaMessageId = std::uint64_t;  ///< Counted by the sender.

/// Header of each packet of a message.
struct RdmaHeader {
  std::uint32_t source = 0;       ///< Node.
  std::uint32_t destination = 0;  ///< Node.
  std::uint32_t process = 0;      ///< Owner of the destination buffer.
  std::uint64_t address = 0;      ///< Destination, virtual.
  std::uint32_t bytes = 0;        ///< Payload of the packet.
  RdmaMessageId message = 0;
  bool last = false;  ///< The last packet of its message.
};

/// A range of bus addresses.
struct BusSpan {
  std::uint64_t bus = 0;
  std::uint32_t bytes = 0;
};

/// One packet to send from bus addresses: the driver has cut, checked and translated it. Its source
/// spans two pages at most.
struct RdmaDescriptor {
  RdmaHeader header;
  std::array<BusSpan, 2> span;
};

/// A message to send from GPU memory: the card translates it and cuts it into packets.
struct RdmaGpuMessage {
  RdmaHeader to;             ///< Header of its packets, except their bytes and address.
  std::uint64_t source = 0;  ///< Virtual, in GPU memory.
  std::uint64_t bytes = 0;   ///< At least 1.
  std::uint8_t gpu = 0;
};

inline constexpr std::uint8_t kHostBuffer = 0xFF;  ///< Used in place of a GPU's number.

/// A buffer that PUTs may write and may be sent from.
struct RdmaBuffer {
  std::uint64_t address = 0;  ///< Virtual, first byte.
  std::uint64_t bytes = 0;
  std::uint32_t process = 0;
  std::uint8_t gpu = kHostBuffer;  ///< Number of the GPU that holds it, or kHostBuffer.
};

/// Request to add or remove a buffer, with its pages: bus addresses, or addresses in GPU memory.
struct RdmaRegistration {
  RdmaBuffer buffer;
  std::vector<std::uint64_t> frames;  ///< One for each page, from the one with its first byte.
  bool remove = false;
};

enum class RdmaEventKind : std::uint8_t {
  kSent,        ///< The last packet of a message has left the card.
  kReceived,    ///< A message is complete in its buffer.
  kRegistered,  ///< A registration has ended; `bytes` 0: refused because the list is full.
  kDropped,     ///< A packet addressed no registered buffer; nothing was written.
  kPageFault,   ///< A page of a registered buffer is not mapped; nothing was written or sent.
};

/// Entry that the card writes into the event queue of its host.
struct RdmaEvent {
  RdmaEventKind kind = RdmaEventKind::kSent;
  std::uint32_t source = 0;  ///< Node that sent the message.
  RdmaMessageId message = 0;
  std::uint64_t address = 0;  ///< Address of the packet or the buffer.
  std::uint64_t bytes = 0;    ///< Bytes of the packet or the buffer.
};

/// Reads the event queue; called when an event is in host memory.
class RdmaEventClient {
 public:
  virtual ~RdmaEventClient() = default;
  virtual void event_comes(const RdmaEvent& event) = 0;
};

/// The driver's view of a network card: the driver pushes entries by writing them to the card's
/// registers. push() hands over their contents; the time is that of the write to doorbell(), whose
/// first 8 B give the number of entries.
class RdmaCardIf {
 public:
  enum Queue : std::uint8_t { kDescriptors, kGpuMessages, kRegistrations };
  static constexpr std::uint32_t kEntryBytes = 32;  ///< Of any queue, in a write [assumed].
  virtual ~RdmaCardIf() = default;
  virtual void push(const RdmaDescriptor& descriptor) = 0;
  virtual void push(const RdmaGpuMessage& message) = 0;
  virtual void push(RdmaRegistration registration) = 0;
  [[nodiscard]] virtual std::uint64_t doorbell(Queue queue) const = 0;  ///< Bus address.
};

}  // namespace gf::model
