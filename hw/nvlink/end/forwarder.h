// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/nvlink/end/link_end.h"
#include "hw/nvlink/lanes/nvlink_packet.h"
#include "tlm_models/link/packet_queue.h"

namespace gf::hw::nvlink {

/// What comes by one link and leaves by another: the inside of a switch, and of a GPU's port that
/// relays. A queue an input, output and class (virtual output queues), so that a busy output holds
/// up no other; a packet keeps its place in the buffer of the link that it came by until its last
/// bit has left.
/// Timing: none of its own; a packet can leave from `ready` on.
/// Order: first in, first out by input, output and class.
class Forwarder {
 public:
  using Ends = std::vector<std::unique_ptr<LinkEnd>>;

  /// Between `links` ends, which come to be in `ends`. What came by link n is input `first_input` +
  /// n of the end that it leaves by.
  Forwarder(const Ends& ends, unsigned links, unsigned first_input)
      : ends_(ends),
        links_(links),
        first_input_(first_input),
        queues_(std::size_t{links} * links * kDataClasses) {}

  /// `packet` came by `link` and leaves by `output`.
  void comes(unsigned link, unsigned output, NvlinkPacket& packet);
  /// The first of what came by `link` leaves by `output`; the next is offered.
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
