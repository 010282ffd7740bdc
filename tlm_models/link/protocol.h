// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <tlm>

#include "tlm_models/link/packet.h"

namespace gf::model {

/// Bytes on the wire of an ACK, a NAK or a credit update that is a packet of its own (PCIe 3.0: SDP
/// 2 B, contents 4 B, CRC 2 B).
inline constexpr std::uint32_t kDllpBytes = 8;

/// Content of a transfer over a link's sockets. LinkPhase says which fields count.
struct LinkMessage {
  Packet* packet = nullptr;      ///< kPacket: untouched by a receiver that rejects it.
  std::uint64_t sequence = 0;    ///< kPacket, kAck, kNak: link sequence number; never wraps.
  bool corrupted = false;        ///< The CRC will not match. Backward: only for a `dllp`.
  bool dllp = false;             ///< Backward: it is a packet of kDllpBytes on the wire of the
                                 ///< other direction; its first bit leaves now.
  core::Ticks head = 0;          ///< kPacket: time from now until the header has arrived.
  CreditClass credit_class = 0;  ///< kInit, kCredit.
  CreditCost credits;            ///< kInit, kCredit: credits the receiver has or gives back.
  tlm::tlm_generic_payload* debug = nullptr;  ///< transport_dbg only: the access to route.
};

/// Phases of the link protocol. The `delay` argument gives the time of each call, counted from now:
///   forward   kPacket  the last bit is at the receiver. The receiver answers on the return path:
///                      TLM_UPDATED with phase kAck or kNak and the delay after which that answer
///                      is at the sender; TLM_ACCEPTED = no answer (packet discarded, or answer
///                      lost).
///   backward  kInit    flow control initialization, at start of simulation: the buffer's credits.
///             kCredit  the sender may use the credits again.
///             kAck, kNak  only where answers are packets of their own (`dllp`), which leave later
///                      than kPacket returns.
/// Such a call announces a future event. Neither side acts on it early: both store the time and act
/// when it comes.
enum class LinkPhase : std::uint8_t { kPacket, kInit, kCredit, kAck, kNak };

/// TLM-2.0 protocol traits class of every link of this project: a packet goes forward, credits and
/// acknowledgements go backward. PCIe, NVLink, torus and dragonfly channels differ by parameters
/// and credit classes only.
struct LinkProtocol {
  using tlm_payload_type = LinkMessage;
  using tlm_phase_type = LinkPhase;
};

using LinkForwardIf = tlm::tlm_fw_transport_if<LinkProtocol>;
using LinkBackwardIf = tlm::tlm_bw_transport_if<LinkProtocol>;
using LinkInitiatorSocket = tlm::tlm_initiator_socket<32, LinkProtocol>;
using LinkTargetSocket = tlm::tlm_target_socket<32, LinkProtocol>;

}  // namespace gf::model
