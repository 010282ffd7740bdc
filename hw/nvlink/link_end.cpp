// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/link_end.h"

#include <algorithm>

#include "core/error.h"

namespace gf::hw::nvlink {

using core::StallCause;
using core::Ticks;

namespace {

constexpr std::size_t kWordBits = 64;

const NvlinkParams& validated(const NvlinkParams& params, const std::string& path) {
  params.validate(path);
  return params;
}

}  // namespace

LinkEnd::Stats::Stats(const LinkEnd& owner, const NvlinkParams& params)
    : StatGroup(owner),
      transfer_energy(*this, owner.tx, params.picojoules_per_bit),
      phy_energy(*this, params.lanes, params.phy_watts_per_8_lanes) {}

LinkEnd::LinkEnd(const sc_core::sc_module_name& name, const NvlinkParams& params, unsigned inputs,
                 unsigned number, std::uint64_t seed, NvlinkPool& pool, LinkEndOwner& owner)
    : sc_module(name),
      Quiescent(this->name()),
      tx("tx", validated(params, this->name()).link(), seed, *this,
         {"request", "response", "control"}),
      rx("rx", params.link(), params.credit_limits(), seed, *this),
      lanes(this->name(), params, tx),
      turns("turns", params, lanes, tx, *this),
      controller("controller", params, lanes, turns, *this),
      params_(params),
      number_(number),
      pool_(pool),
      owner_(owner),
      slots_(std::size_t{inputs} * kDataClasses),
      has_head_((slots_.size() + kWordBits - 1) / kWordBits),
      queue_probe_(std::string(this->name()) + ".queued", 24, "bytes that wait to be sent"),
      stats_(*this, params) {
  SC_METHOD(serve);
  sensitive << wakeup_.event();
  dont_initialize();
  SC_METHOD(hear);
  sensitive << control_wakeup_.event();
  dont_initialize();
  SC_METHOD(lanes_die);
  sensitive << fail_event_;
  dont_initialize();
}

void LinkEnd::queue_grows(std::uint32_t wire_bytes) {
  queued_bytes_ += wire_bytes;
  queue_probe_.set(core::now_ticks(), queued_bytes_);
}

void LinkEnd::offer(unsigned input, NvlinkPacket& head) {
  const std::size_t index = input * kDataClasses + head.credit_class;
  Slot& slot = slots_[index];
  GF_CHECK(slot.head == nullptr, name());
  slot.head = &head;
  has_head_[index / kWordBits] |= std::uint64_t{1} << index % kWordBits;
  ++occupied_;
  if (serving_ || held_) return;  // looked at when that is over
  const Ticks at = sendable_at(slot, core::now_ticks());
  if (at != core::kNever) serve_at(at);
}

void LinkEnd::serve_at(Ticks at) {
  const Ticks free = tx.free_at();
  if (free != core::kNever) wakeup_.at(std::max(at, free));  // else link_free_again() comes
}

void LinkEnd::credit_comes(Ticks at) {
  if (wants_credit_ && !serving_) serve_at(at);
}

void LinkEnd::link_free_again() {
  const Ticks total = tx.stats().replaying.ticks();
  replay_waited_ += total - replay_seen_;
  replay_seen_ = total;
  if (!idle()) serve_at(core::now_ticks());
}

Ticks LinkEnd::sendable_at(Slot& slot, Ticks now) {
  const NvlinkPacket& head = *slot.head;
  if (tx.credits().covers(head.credit_class, head.cost, now)) {
    if (slot.no_credit_since != core::kNever) {
      if (slot.no_credit_since < now) slot.no_credit += now - slot.no_credit_since;
      slot.no_credit_since = core::kNever;
    }
    return std::max(head.ready, now);
  }
  wants_credit_ = true;
  if (slot.no_credit_since == core::kNever) slot.no_credit_since = std::max(head.ready, now);
  const Ticks covered = tx.credits().covered_at(head.credit_class, head.cost);
  return covered == core::kNever ? core::kNever : std::max({head.ready, covered, now});
}

void LinkEnd::serve() {
  wakeup_.woken();
  const Ticks now = core::now_ticks();
  if (tx.free_at() > now) {
    serve_at(now);
    return;
  }
  serving_ = true;
  wants_credit_ = false;
  if (!send_control(now) && !held_) send_data(now);
  serving_ = false;
  const Ticks next = next_sendable(now);
  if (next != core::kNever) serve_at(next);
}

bool LinkEnd::send_control(Ticks now) {
  if (control_.empty()) return false;
  const NvlinkPacket& head = *control_.front();
  if (!tx.credits().covers(kControl, head.cost, now)) return false;
  ++stats_.control;
  send(control_.pop());
  return true;
}

bool LinkEnd::send_data(Ticks now) {
  std::size_t index = last_slot_;
  for (unsigned left = occupied_; left > 0; --left) {
    index = occupied_after(index);
    Slot& slot = slots_[index];
    if (sendable_at(slot, now) > now) continue;
    const auto input = static_cast<unsigned>(index / kDataClasses);
    account(slot, input, now);
    empty(index);
    last_slot_ = index;
    last_input_ = input;
    NvlinkPacket& packet =
        owner_.take(number_, input, static_cast<NvlinkClass>(index % kDataClasses), now);
    queued_bytes_ -= packet.wire_bytes;
    queue_probe_.set(now, queued_bytes_);
    send(packet);
    return true;
  }
  return false;
}

void LinkEnd::send(NvlinkPacket& packet) {
  packet.queued = static_cast<std::uint32_t>(queued_bytes_ / kFlitBytes);
  controller.active();
  tx.send(packet);
}

Ticks LinkEnd::next_sendable(Ticks now) {
  Ticks next = core::kNever;
  if (!control_.empty()) {
    const NvlinkPacket& head = *control_.front();
    const bool covered = tx.credits().covers(kControl, head.cost, now);
    next = covered ? now : tx.credits().covered_at(kControl, head.cost);
    wants_credit_ = wants_credit_ || !covered;
  }
  if (held_ || occupied_ == 0) return next;
  std::size_t index = last_slot_;
  for (unsigned left = occupied_; left > 0; --left) {
    index = occupied_after(index);
    next = std::min(next, sendable_at(slots_[index], now));
  }
  return next;
}

std::size_t LinkEnd::occupied_after(std::size_t slot) const {
  std::size_t word = (slot + 1) / kWordBits;
  const std::uint64_t above = ~std::uint64_t{0} << (slot + 1) % kWordBits;
  std::uint64_t bits = word < has_head_.size() ? has_head_[word] & above : 0;
  while (bits == 0) {
    word = word + 1 < has_head_.size() ? word + 1 : 0;
    bits = has_head_[word];
  }
  return word * kWordBits + static_cast<std::size_t>(__builtin_ctzll(bits));
}

void LinkEnd::empty(std::size_t slot) {
  slots_[slot] = Slot{};
  has_head_[slot / kWordBits] &= ~(std::uint64_t{1} << slot % kWordBits);
  --occupied_;
}

void LinkEnd::account(Slot& slot, unsigned input, Ticks now) {
  const Ticks wait = now - slot.head->ready;
  const Ticks no_credit = std::min(slot.no_credit, wait);
  const Ticks turning = std::min(held_waited_, wait - no_credit);
  const Ticks replay = std::min(replay_waited_, wait - no_credit - turning);
  const StallCause rest =
      last_input_ == input ? StallCause::kLinkBusy : StallCause::kArbitrationLost;
  stats_.stall.add(StallCause::kNoCredit, no_credit);
  stats_.stall.add(StallCause::kLaneTurning, turning);
  stats_.stall.add(StallCause::kReplay, replay);
  stats_.stall.add(rest, wait - no_credit - turning - replay);
  held_waited_ = replay_waited_ = 0;
}

}  // namespace gf::hw::nvlink
