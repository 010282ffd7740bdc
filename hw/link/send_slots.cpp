// SPDX-License-Identifier: Apache-2.0
#include "hw/link/send_slots.h"

#include <algorithm>
#include <fmt/format.h>

namespace gf::hw::link {

using core::Ticks;

void SendSlots::resize(std::size_t slots) {
  heads_.resize(slots);
  lacks_.resize(slots);
  filled_.resize(slots);
  lacked_.resize(slots);
}

void SendSlots::end_lack(std::size_t slot, Ticks now) {
  Lack& lack = lacks_[slot];
  // The lack may begin in the future (lacks_credit()) and end before it has begun.
  if (lack.since < now) lack.time += now - lack.since;
  lack.since = core::kNever;
}

void SendSlots::replay_ended() {
  // The counter covers all replays of the link in this run; this replay took what it grew by.
  const Ticks total = tx_.stats().replaying.ticks();
  replayed_ += total - replay_seen_;
  replay_seen_ = total;
}

void SendSlots::append_waits(std::vector<core::Wait>& waits, const std::string& who,
                             const std::vector<std::string>& classes,
                             const std::string& or_else) const {
  each([&](std::size_t slot) {
    const model::Packet& head = *heads_[slot];
    const model::CreditLimits free = tx_.credits_free(head.credit_class);
    waits.push_back({who,
                     fmt::format("{} credit for {} B (needs {} header, {} data; has {}, {}){}",
                                 classes[head.credit_class], head.payload_bytes, head.cost.header,
                                 head.cost.data, free.header, free.data, or_else),
                     tx_.peer()});
  });
}

}  // namespace gf::hw::link
