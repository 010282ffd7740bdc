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
#include "tlm_models/link/flow.h"
#include "tlm_models/link/packet.h"
#include "tlm_models/memory/atomic_extension.h"

namespace gf::hw::nvlink {

/// Credit classes of a link. Requests never block responses, and neither of them blocks the control
/// packets between the two ends.
enum NvlinkClass : model::CreditClass { kRequests = 0, kResponses = 1, kControl = 2 };
inline constexpr unsigned kDataClasses = 2;  ///< All except kControl; ports send them.

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

/// Messages between the ends of a link about lanes (TurnProtocol).
enum class TurnStep : std::uint8_t { kRequest, kGrant, kRefuse, kDone };
struct TurnMessage {
  TurnStep step = TurnStep::kRequest;
  bool to_asker = false;  ///< kRequest: the asker wants to send on the lanes.
  /// Number of retrainings of the link when the message was sent; older messages are void.
  std::uint16_t training = 0;
  LaneMask lanes = 0;
};

/// The sender of a request receives by this interface the answers that no packet transports.
class NvlinkAnswerClient {
 public:
  virtual ~NvlinkAnswerClient() = default;
  /// A peer's memory accepts `bytes` of the access at `at`, which may be in the future: see
  /// "Answers to writes" in README.md.
  virtual void write_ended(std::uint32_t access, std::uint32_t bytes, bool failed,
                           core::Ticks at) = 0;
};

/// Records what a packet's source did before the packet could leave. Only packets of copies have
/// one, until they leave.
struct NvlinkOrigin {
  core::Ticks since = 0;    ///< Since when the access waited for its way out; 0: no origin.
  core::Ticks latency = 0;  ///< Time from there to the link that it takes in any case.
};

/// A packet of 1 to 18 flits: a header, a byte-enable flit if some bytes of the data flits are
/// disabled, and 0 to 16 data flits. The fields that every hop reads come first.
struct alignas(64) NvlinkPacket : model::Packet {
  std::uint64_t address = 0;      ///< First byte, in the memory of the destination.
  std::uint16_t source = 0;       ///< GPU that sent it.
  std::uint16_t destination = 0;  ///< GPU to which it goes.
  std::uint16_t bytes = 0;        ///< Bytes requested, transported, or of the operand.
  PacketType type = PacketType::kControl;
  bool masked = false;           ///< Has a byte-enable flit.
  std::uint32_t queued = 0;      ///< Flits queued behind it at the sending end, in DL bits.
  std::uint16_t link = 0;        ///< Incoming link, by its number at the receiving port.
  bool failed = false;           ///< Responses: memory answered with an error.
  std::uint8_t* data = nullptr;  ///< kMaxPayload bytes of a pool's buffer, or null: no real bytes.

  NvlinkAnswerClient* requester = nullptr;  ///< Source of the request.
  const model::Flow* flow = nullptr;        ///< The copy that it belongs to, or null.
  NvlinkOrigin origin;
  std::uint32_t access = 0;                    ///< The requester's number of its access.
  std::uint32_t offset = 0;                    ///< First byte, relative to the access's first byte.
  bool real = false;                           ///< Has real bytes, or its response will.
  bool enables = false;                        ///< Byte enables follow the data: see NvlinkPool.
  model::AtomicOp op = model::AtomicOp::kAdd;  ///< Also of a read of a group.
  model::MemoryScope scope = model::MemoryScope::kSystem;
  TurnMessage turn;
};

/// Records in a journal, if there is one, that `packet` leaves the machine.
inline void packet_ends(const NvlinkPacket& packet, core::Ticks at) {
  if (core::HopJournal* const journal = core::HopJournal::active())
    journal->packet_ends(reinterpret_cast<std::uintptr_t>(&packet), at);
}
const char* kind_of(PacketType type);  ///< "reads", "read data", "writes", ...
/// Returns the flow of `packet` in a journal: its copy. Without one, a flow consists of the packets
/// of one type from one GPU to another, "flow 0->3 reads". Data that are read flow in the other
/// direction: "flow 3->0 read data".
core::HopJournal::Number flow_number(core::HopJournal& journal, const NvlinkPacket& packet);

/// Returns the number of flits of a packet, from its type, address, bytes and `masked`.
std::uint32_t flits(const NvlinkPacket& packet);
/// Sets class, wire size and credit cost of a packet, from the fields that flits() reads.
void finish(NvlinkPacket& packet);
/// Returns whether bytes [address, address + bytes) leave part of a data flit unused.
constexpr bool partial(std::uint64_t address, std::uint32_t bytes) {
  return address % kFlitBytes != 0 || bytes % kFlitBytes != 0;
}

/// Returns the size of the next packet of an access with `left` bytes to go at `address`: up to a
/// multiple of 256.
constexpr std::uint32_t chunk_of(std::uint64_t address, std::uint32_t left) {
  const std::uint32_t room = kMaxPayload - static_cast<std::uint32_t>(address % kMaxPayload);
  return left < room ? left : room;
}

/// The memory of GPU n begins at n << kGpuShift: address bits 40 and up name the GPU.
inline constexpr unsigned kGpuShift = 40;
constexpr std::uint64_t local_address(std::uint64_t address) {
  return address & ((1ull << kGpuShift) - 1);
}
constexpr std::uint64_t gpu_of(std::uint64_t address) { return address >> kGpuShift; }
/// Numbers from here on are no GPUs but multicast groups of switches (hw/nvlink/switch): an offset
/// in a group is that offset in the memory of each member.
inline constexpr unsigned kFirstGroup = 1024;
constexpr bool is_group(std::uint64_t gpu) { return gpu >= kFirstGroup; }

/// The packets of one platform, and the buffers of those with real bytes: kMaxPayload data bytes,
/// followed by as many byte enables.
using NvlinkPool = model::DataPool<NvlinkPacket, 2 * kMaxPayload>;
inline std::uint8_t* enables_of(const NvlinkPacket& packet) { return packet.data + kMaxPayload; }

}  // namespace gf::hw::nvlink
