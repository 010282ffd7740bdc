// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/ticks.h"
#include "core/trace/hop_journal.h"
#include "hw/nvlink/lanes/lane_mask.h"
#include "tlm_models/link/data_pool.h"
#include "tlm_models/link/packet.h"
#include "tlm_models/memory/atomic_extension.h"

namespace gf::hw::nvlink {

/// Credit classes of a link: requests never stand in the way of responses, nor either of them in
/// that of what the two ends of a link tell each other.
enum NvlinkClass : model::CreditClass { kRequests = 0, kResponses = 1, kControl = 2 };
inline constexpr unsigned kDataClasses = 2;  ///< All but kControl: what ports send.

inline constexpr std::uint32_t kFlitBytes = 16;    ///< [B1]
inline constexpr std::uint32_t kMaxPayload = 256;  ///< 16 data flits [B1]

enum class PacketType : std::uint8_t {
  kRead,
  kReadData,
  kWrite,
  kAtomic,
  kAtomicData,
  kControl,
};

/// What the ends of a link say to each other about lanes (TurnProtocol).
enum class TurnStep : std::uint8_t { kRequest, kGrant, kRefuse, kDone };
struct TurnMessage {
  TurnStep step = TurnStep::kRequest;
  bool to_asker = false;  ///< kRequest: whoever asks wants to send on the lanes.
  /// How often the link had been trained anew when it was said: what is older is void.
  std::uint16_t training = 0;
  LaneMask lanes = 0;
};

class Requester;

/// A packet of 1 to 18 flits: a header, a byte-enable flit where not every byte of the data flits
/// counts, 0 to 16 data flits. What every hop looks at comes first.
struct alignas(64) NvlinkPacket : model::Packet {
  std::uint64_t address = 0;      ///< First byte, in the memory of the destination.
  std::uint16_t source = 0;       ///< GPU that sent it.
  std::uint16_t destination = 0;  ///< GPU that it goes to.
  std::uint16_t bytes = 0;        ///< Bytes asked for, carried, or of the operand.
  PacketType type = PacketType::kControl;
  bool masked = false;           ///< Has a byte-enable flit.
  std::uint32_t queued = 0;      ///< Flits that waited behind it at the sending end, in DL bits.
  std::uint16_t link = 0;        ///< Link that it came by, of the port that has received it.
  bool failed = false;           ///< Responses: memory answered with an error.
  std::uint8_t* data = nullptr;  ///< kMaxPayload bytes of a pool's buffer, or null: no real bytes.

  Requester* requester = nullptr;  ///< Who made the request.
  std::uint32_t access = 0;        ///< The requester's number for the access it belongs to.
  std::uint32_t offset = 0;        ///< First byte, counted from the access's first.
  bool real = false;               ///< Carries real bytes, or is to bring them.
  bool enables = false;            ///< Byte enables lie behind the data: see NvlinkPool.
  model::AtomicOp op = model::AtomicOp::kAdd;
  model::MemoryScope scope = model::MemoryScope::kSystem;
  TurnMessage turn;
};

/// Tells who keeps a journal that `packet` leaves the machine.
inline void packet_ends(const NvlinkPacket& packet, core::Ticks at) {
  if (core::HopJournal* const journal = core::HopJournal::active())
    journal->packet_ends(reinterpret_cast<std::uintptr_t>(&packet), at);
}
const char* kind_of(PacketType type);  ///< "reads", "read data", "writes", ...
/// The flow of `packet` in a journal: packets of a kind that go one way between two GPUs, "flow
/// 0->3 reads". Data that are read go the other way: "flow 3->0 read data".
core::HopJournal::Number flow_number(core::HopJournal& journal, const NvlinkPacket& packet);

/// Flits of a packet, from its type, address, bytes and `masked`.
std::uint32_t flits(const NvlinkPacket& packet);
/// Sets class, wire size and credit cost of a packet from what flits() looks at.
void finish(NvlinkPacket& packet);
/// True when bytes [address, address + bytes) leave part of a data flit untouched.
constexpr bool partial(std::uint64_t address, std::uint32_t bytes) {
  return address % kFlitBytes != 0 || bytes % kFlitBytes != 0;
}

/// Bytes of the next packet of an access that has `left` to go at `address`: to a multiple of 256.
constexpr std::uint32_t chunk_of(std::uint64_t address, std::uint32_t left) {
  const std::uint32_t room = kMaxPayload - static_cast<std::uint32_t>(address % kMaxPayload);
  return left < room ? left : room;
}

/// A GPU's memory begins at its number times this: address bits 40 and up name the GPU.
inline constexpr unsigned kGpuShift = 40;
constexpr std::uint64_t local_address(std::uint64_t address) {
  return address & ((1ull << kGpuShift) - 1);
}
constexpr std::uint64_t gpu_of(std::uint64_t address) { return address >> kGpuShift; }

/// The packets of one platform and the buffers of those that carry real bytes: kMaxPayload data
/// bytes, then as many byte enables.
using NvlinkPool = model::DataPool<NvlinkPacket, 2 * kMaxPayload>;
inline std::uint8_t* enables_of(const NvlinkPacket& packet) { return packet.data + kMaxPayload; }

}  // namespace gf::hw::nvlink
