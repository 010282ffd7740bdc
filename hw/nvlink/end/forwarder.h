// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/nvlink/end/link_end.h"
#include "hw/nvlink/lanes/nvlink_packet.h"
#include "tlm_models/link/packet_queue.h"

namespace gf::hw::nvlink {

/// Forwards packets from one link to another, inside a switch or a relaying GPU port. There is one
/// queue per input, output and class (virtual output queues), so a busy output blocks no other. A
/// packet keeps its space in the buffer of its incoming link until its last bit has left.
/// Timing: none of its own; a packet can leave from `ready` on.
/// Order: first in, first out per input, output and class.
class Forwarder {
 public:
  using Ends = std::vector<std::unique_ptr<LinkEnd>>;

  /// `ends` will contain `links` ends. Packets that arrive on link n are input `first_input` + n of
  /// their outgoing end.
  Forwarder(const Ends& ends, unsigned links, unsigned first_input)
      : ends_(ends),
        links_(links),
        first_input_(first_input),
        queues_(std::size_t{links} * links * kDataClasses) {}

  /// Queues `packet`, which arrived on `link` and leaves on `output`.
  void comes(unsigned link, unsigned output, NvlinkPacket& packet);
  /// The first packet from `link` to `output` leaves; offers the next one.
  NvlinkPacket& take(unsigned output, unsigned link, NvlinkClass of, core::Ticks now);
  [[nodiscard]] std::string place(unsigned output, unsigned link) const;
  [[nodiscard]] unsigned held() const { return held_; }  ///< Packets in all queues.

 private:
  using Queue = model::PacketQueue<NvlinkPacket>;
  Queue& queue(unsigned link, unsigned output, unsigned of) {
    return queues_[(std::size_t{link} * links_ + output) * kDataClasses + of];
  }

  const Ends& ends_;
  const unsigned links_;
  const unsigned first_input_;
  std::vector<Queue> queues_;  ///< Input x output x class.
  unsigned held_ = 0;
};

}  // namespace gf::hw::nvlink
