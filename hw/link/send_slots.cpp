// SPDX-License-Identifier: Apache-2.0
#include "hw/link/send_slots.h"

#include <algorithm>
#include <fmt/format.h>

namespace gf::hw::link {

using core::StallCause;
using core::Ticks;

void SendSlots::resize(std::size_t slots) {
  slots_.resize(slots);
  mask_.resize((slots + 63) / 64);
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
  book(StallCause::kNoCredit, slots_[slot].no_credit);
  book(StallCause::kLaneTurning, turned_);
  book(StallCause::kReplay, replayed_);
  // The link was busy with somebody: with this input's own packet nobody has won against it.
  book(input == last_input_ ? StallCause::kLinkBusy : StallCause::kArbitrationLost, left);
  turned_ = replayed_ = 0;
  last_input_ = input;
  slots_[slot] = Slot{};
  mask_[slot / 64] &= ~(std::uint64_t{1} << slot % 64);
  --occupied_;
  return waited;
}

std::size_t SendSlots::next_after(std::size_t slot) const {
  std::size_t word = (slot + 1) / 64;
  const std::uint64_t above = ~std::uint64_t{0} << (slot + 1) % 64;
  std::uint64_t bits = word < mask_.size() ? mask_[word] & above : 0;
  // Ends because some slot has a head; it may be `slot` itself, after one round.
  while (bits == 0) {
    word = word + 1 < mask_.size() ? word + 1 : 0;
    bits = mask_[word];
  }
  return word * 64 + core::lowest_bit(bits);
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
    const model::Packet& head = *slots_[slot].head;
    const model::CreditLimits free = tx_.credits_free(head.credit_class);
    waits.push_back({who,
                     fmt::format("{} credit for {} B (needs {} header, {} data; has {}, {}){}",
                                 classes[head.credit_class], head.payload_bytes, head.cost.header,
                                 head.cost.data, free.header, free.data, or_else),
                     tx_.peer()});
  });
}

}  // namespace gf::hw::link
