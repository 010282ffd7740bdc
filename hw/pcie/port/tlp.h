// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/trace/hop_journal.h"
#include "tlm_models/link/packet.h"
#include "tlm_models/memory/atomic_extension.h"

namespace gf::model {
struct Flow;
}

namespace gf::hw::pcie {

using model::Flow;  // a copy engine's copy
class PostedClient;

/// Credit classes of a PCIe link, virtual channel 0 [P1 2.6].
enum TlpClass : model::CreditClass { kPosted = 0, kNonPosted = 1, kCompletion = 2 };
inline constexpr unsigned kTlpClasses = 3;

enum class TlpType : std::uint8_t {
  kMemoryWrite,
  kMemoryRead,
  kAtomic,  ///< Non-posted, with operands; the completion returns the old value [P1 6.15].
  kCompletionData,
  kCompletion,
};
enum class CompletionStatus : std::uint8_t { kSuccess, kUnsupportedRequest };

/// Bus, device and function number of a requester or completer: (segment and bus) << 8 | device
/// and function. Trees with more than 256 buses use the upper bits as PCI segment group.
using DeviceId = std::uint32_t;
inline constexpr unsigned bus_of(DeviceId id) { return id >> 8; }

/// A transaction layer packet, with the model's own records about it. The members that every hop
/// reads come first, so that they share a cache line.
struct alignas(64) Tlp : model::Packet {
  std::uint64_t address = 0;   ///< Memory requests: first byte. Completions: as in the request.
  core::Ticks arrived = 0;     ///< Earliest time of its service at the current hop.
  Tlp* whole = nullptr;        ///< Root complex: the packet that this is a part of.
  std::uint16_t out_port = 0;  ///< Output port at the switch that holds it.
  std::uint16_t tag = 0;
  TlpType type = TlpType::kMemoryWrite;
  CompletionStatus status = CompletionStatus::kSuccess;
  bool last = false;    ///< Final packet of a copy or of a read's completions.
  bool hollow = false;  ///< Its bytes are not modelled: memory gets model::no_bytes().

  Flow* flow = nullptr;                   ///< The copy that it belongs to, for records, or null.
  std::uint8_t* data = nullptr;           ///< payload_bytes of real data, or null.
  PostedClient* posted_client = nullptr;  ///< Notified when a posted write has ended; may be null.
  std::uint64_t posted_key = 0;           ///< Identifies this write to the client.
  std::uint64_t offset = 0;  ///< Completions: position of the first byte in the request.
  std::uint32_t length = 0;  ///< Memory reads, atomics: bytes to be returned.
  std::uint32_t pieces = 0;  ///< Root complex: parts that have not left yet.
  DeviceId requester = 0;
  DeviceId completer = 0;
  bool counts = true;  ///< Its bytes count as delivered to `flow`; else who made it counts them.
  model::AtomicOp op = model::AtomicOp::kAdd;  ///< Atomics.
  model::MemoryScope scope = model::MemoryScope::kSystem;
};

/// Largest payload that any port supports [P1 7.8.4].
inline constexpr std::uint32_t kMaxPayload = 4096;
/// Size of an atomic's operand; a compare-and-swap has two [P1 6.15: 4 or 8 B].
inline constexpr std::uint32_t kAtomicOperand = 8;
/// One data credit covers this many payload bytes [P1 2.6.1].
inline constexpr std::uint32_t kDataCreditBytes = 16;

/// Returns the bytes besides the payload: STP token and LCRC [P1 4.2.2], and a header of 3 DW below
/// 4 GiB, else of 4 DW [P1 2.2.1].
constexpr std::uint32_t overhead_bytes(std::uint64_t address) {
  return 4 + 4 + (address < (1ull << 32) ? 12 : 16);
}

/// Returns the class of a packet type; completions with and without data share one.
constexpr TlpClass class_of(TlpType type) {
  switch (type) {
    case TlpType::kMemoryWrite:
      return kPosted;
    case TlpType::kMemoryRead:
    case TlpType::kAtomic:
      return kNonPosted;
    default:
      return kCompletion;
  }
}

/// Sets class, wire size and credit cost from type, address and `payload_bytes`.
void finish(Tlp& tlp, std::uint32_t payload_bytes);

/// Tells the active hop journal, if any, that `tlp` leaves the machine.
inline void packet_ends(const Tlp& tlp, core::Ticks at) {
  if (core::HopJournal* const journal = core::HopJournal::active())
    journal->packet_ends(reinterpret_cast<std::uintptr_t>(&tlp), at);
}

/// Is notified when a posted write has ended. Hardware sends no answer to such a write; this call
/// exists only in the model, to answer a TLM initiator (deviation PCIE-3).
class PostedClient {
 public:
  virtual ~PostedClient() = default;
  virtual void posted_ended(std::uint64_t key, CompletionStatus status) = 0;
};

}  // namespace gf::hw::pcie
