// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/trace/span_log.h"
#include "tlm_models/host/rdma.h"

namespace gf::model {

/// Things of messages in core::SpanLog. A message is counted by its source node; it has packets,
/// and two more things: itself as a whole (its call, its descriptor, the work of the card's
/// processor for it), and the event that reports its arrival.
struct MessageItem {
  using Thing = core::SpanLog::Thing;
  static constexpr std::uint64_t kWhole = ~std::uint64_t{0};
  static constexpr std::uint64_t kEvent = kWhole - 1;
  /// Name of a packet's time lost to a link error: the only own span that counts as lost.
  static constexpr const char* kSentAgain = "torus: sent again after an error";

  static Thing packet(const RdmaHeader& header) {  ///< Its number is its destination's address.
    return {header.source, header.message, header.address};
  }
  static Thing whole(std::uint64_t node, RdmaMessageId message) { return {node, message, kWhole}; }
  static Thing event(std::uint64_t node, RdmaMessageId message) { return {node, message, kEvent}; }
};

}  // namespace gf::model
