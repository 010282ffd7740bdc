// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/ticks.h"

namespace gf::model {

/// Credit class of a packet: an index into the buffers that a link declares (PCIe: posted,
/// non-posted, completion; a router: virtual channels).
using CreditClass = std::uint8_t;
inline constexpr std::size_t kMaxCreditClasses = 8;

/// Credits that a packet takes from its class while it sits in the receiver's buffer.
struct CreditCost {
  std::uint16_t header = 1;
  std::uint16_t data = 0;
};

/// A packet on a link. Link families derive from it (hw::pcie::Tlp). Its current holder owns it:
/// the sender until the receiver accepts it, then the receiver. Never allocated on a warm path.
struct Packet {
  Packet* next = nullptr;           ///< Next packet in the one queue that holds it.
  core::Ticks ready = 0;            ///< When the holder may act on it; never before it arrives.
  std::uint32_t wire_bytes = 0;     ///< Payload and overhead.
  std::uint32_t payload_bytes = 0;  ///< Without overhead.
  CreditCost cost;
  CreditClass credit_class = 0;
};

}  // namespace gf::model
