// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/port/input_queues.h"

#include <algorithm>

#include "hw/pcie/port/ingress.h"

namespace gf::hw::pcie {

bool InputQueues::push(Tlp& tlp) {
  auto& queue = queues_[tlp.credit_class];
  const bool first = queue.empty();
  queue.push(tlp);
  return first;
}

Tlp& InputQueues::take(TlpClass tlp_class, core::Ticks now) {
  Tlp& tlp = queues_[tlp_class].pop();
  const core::Ticks read = port_.read_out(tlp, now);
  if (Tlp* const next = head(tlp_class)) {
    next->ready = std::max(next->ready, read);
    port_.offer(*next);
  }
  if (tlp_class == kPosted) {
    // Ordering may have held these heads back; their egress checks them again.
    offer_again(kNonPosted);
    offer_again(kCompletion);
  }
  return tlp;
}

void InputQueues::offer_again(TlpClass tlp_class) {
  if (Tlp* const held = head(tlp_class)) port_.offer(*held);
}

bool InputQueues::may_go(const Tlp& head) const {
  const Tlp* posted = queues_[kPosted].front();
  // Checking the oldest write is enough: the writes behind it came later.
  return posted == nullptr || posted->arrived > head.arrived;
}

std::string InputQueues::place() const { return port_.name(); }

const Tlp* InputQueues::behind_head(TlpClass tlp_class) const {
  const Tlp* const first = head(tlp_class);
  return first == nullptr ? nullptr : model::PacketQueue<Tlp>::behind(*first);
}

}  // namespace gf::hw::pcie
