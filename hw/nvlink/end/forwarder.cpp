// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/end/forwarder.h"

namespace gf::hw::nvlink {

void Forwarder::comes(unsigned link, unsigned output, NvlinkPacket& packet) {
  Queue& waiting = queue(link, output, packet.credit_class);
  const bool first = waiting.empty();
  waiting.push(packet);
  ++held_;
  ends_[output]->queue_grows(packet.wire_bytes);
  if (first) ends_[output]->offer(first_input_ + link, packet);
}

NvlinkPacket& Forwarder::take(unsigned output, unsigned link, NvlinkClass of, core::Ticks now) {
  Queue& waiting = queue(link, output, of);
  NvlinkPacket& packet = waiting.pop();
  --held_;
  // Released in advance for the time at which the packet has left, which saves an event.
  ends_[link]->rx.release(of, packet.cost, now + ends_[output]->tx.span(packet.wire_bytes));
  if (!waiting.empty()) ends_[output]->offer(first_input_ + link, *waiting.front());
  return packet;
}

std::string Forwarder::place(unsigned output, unsigned link) const {
  return std::string(ends_[link]->name()) + " to " + ends_[output]->basename();
}

}  // namespace gf::hw::nvlink
