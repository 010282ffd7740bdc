// SPDX-License-Identifier: Apache-2.0
#include "hw/link/send_slots.h"

#include <algorithm>
#include <fmt/format.h>

namespace gf::hw::link {

using core::StallCause;
using core::Ticks;

void SendSlots::resize(std::size_t slots) {
  heads_.resize(slots);
  lacks_.resize(slots);
  filled_.resize(slots);
  lacked_.resize(slots);
}

void SendSlots::end_lack(std::size_t slot, Ticks now) {
  Lack& lack = lacks_[slot];
  // The lack may be dated ahead (lacks_credit) and end before it has begun.
  if (lack.since < now) lack.time += now - lack.since;
  lack.since = core::kNever;
}

core::StallTimes SendSlots::leave(std::size_t slot, unsigned input, Ticks since, Ticks now) {
  core::StallTimes waited;
  Ticks left = now - since;
  const auto book = [&](StallCause cause, Ticks span) {
    if (left == 0) return;  // as for most heads where the link is idle
    span = std::min(span, left);
    waited.add(cause, span);
    left -= span;
  };
  // What the link lost since the packet before may lie partly before this head was ready, or in
  // time that is booked as no_credit. Each cause takes at most what is left of the wait, in this
  // order, so that no time counts twice and the parts add up.
  if (lacked_.has(slot)) book(StallCause::kNoCredit, lacks_[slot].time);
  book(StallCause::kLaneTurning, turned_);
  book(StallCause::kReplay, replayed_);
  // The link was busy with somebody: with this input's own packet nobody has won against it.
  book(input == last_input_ ? StallCause::kLinkBusy : StallCause::kArbitrationLost, left);
  turned_ = replayed_ = 0;
  last_input_ = input;
  if (lacked_.has(slot)) lacks_[slot] = Lack{};
  heads_[slot] = nullptr;
  filled_.remove(slot);
  lacked_.remove(slot);
  --occupied_;
  return waited;
}

void SendSlots::replay_ended() {
  // The counter is the link's and of the whole run: the share of this replay is what it grew by.
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
