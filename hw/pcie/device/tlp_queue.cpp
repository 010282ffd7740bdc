// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/device/tlp_queue.h"

#include <algorithm>

namespace gf::hw::pcie {

void TlpQueue::send(Tlp& tlp, core::Ticks ready) {
  tlp.ready = tlp.arrived = ready;
  const bool first = queue_.empty();
  queue_.push(tlp);
  if (first) port_.egress.offer(input_, tlp);
}

Tlp& TlpQueue::make_write(std::uint64_t address, const std::uint8_t* data, std::uint32_t bytes) {
  Tlp& tlp = port_.pool().make();
  tlp.type = TlpType::kMemoryWrite;
  tlp.address = address;
  tlp.requester = port_.id();
  if (data != nullptr) tlp.data = port_.pool().copy_data(data, bytes);
  finish(tlp, bytes);
  return tlp;
}

Tlp& TlpQueue::take(TlpClass, core::Ticks now) {
  Tlp& tlp = queue_.pop();
  if (!queue_.empty()) {
    Tlp& next = *queue_.front();
    // It could not leave before this one: its wait up to now is part of this one's and counts once.
    next.ready = std::max(next.ready, now);
    port_.egress.offer(input_, next);
  }
  return tlp;
}

}  // namespace gf::hw::pcie
