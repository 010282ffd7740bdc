// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/end/link_end.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::hw::nvlink {

using core::Ticks;

namespace {

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
                 unsigned number, std::uint64_t seed, NvlinkPool& pool, LinkEndClient& client)
    : sc_module(name),
      Quiescent(this->name()),
      // Validated before the first member is constructed from them.
      tx("tx", validated(params, this->name()).link(), seed, *this,
         {"request", "response", "control"}),
      rx("rx", params.link(), params.credit_limits(), seed, *this),
      lanes(this->name(), params, tx),
      turns("turns", params, lanes, tx, *this),
      controller("controller", params, lanes, turns, *this),
      params_(params),
      number_(number),
      pool_(pool),
      client_(client),
      slots_(tx, std::size_t{inputs} * kDataClasses),
      first_since_(std::size_t{inputs} * kDataClasses + 1),
      queue_probe_(std::string(this->name()) + ".queued", 24, "bytes waiting to be sent"),
      stats_(*this, params) {
  SC_METHOD(lanes_die);
  sensitive << fail_event_;
  dont_initialize();
}

void LinkEnd::offer(unsigned input, NvlinkPacket& head) {
  const std::size_t slot = std::size_t{input} * kDataClasses + head.credit_class;
  GF_CHECK(slots_.head(slot) == nullptr, name());
  slots_.put(slot, head);
  if (serving_ || held_) return;  // checked when that ends
  const Ticks at = sendable_at(slot, core::now_ticks());
  if (at != core::kNever) serve_at(at);
}

void LinkEnd::credit_comes(Ticks at) {
  // While serving, the receiver may return credit during send(); next_sendable() then finds it.
  if ((control_waits_ || slots_.wants_credit()) && !serving_) serve_at(at);
}

void LinkEnd::link_free_again() {
  slots_.replay_ended();
  if (!idle()) serve_at(core::now_ticks());
}

Ticks LinkEnd::sendable_at(std::size_t slot, Ticks now) {
  const Ticks ready = std::max(slots_.head(slot)->ready, now);
  if (slots_.has_credit(slot, now)) return ready;
  return std::max(ready, slots_.lacks_credit(slot, ready));
}

void LinkEnd::serve() {
  const Ticks now = core::now_ticks();
  // A replay may have occupied the link since this wake-up was requested.
  if (tx.free_at() > now) {
    serve_at(now);
    return;
  }
  serving_ = true;
  slots_.look();
  // Control packets may leave during a hold, because the turn that ends it needs them.
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
  if (core::HopJournal* const journal = core::HopJournal::active()) report_control(*journal, head);
  send(control_.pop());
  return true;
}

bool LinkEnd::send_data(Ticks now) {
  std::size_t slot = last_slot_;
  for (unsigned left = slots_.occupied(); left > 0; --left) {
    slot = slots_.next_after(slot);
    if (sendable_at(slot, now) > now) continue;
    const auto input = static_cast<unsigned>(slot / kDataClasses);
    // Before take(), which offers the next head in the same slot.
    const auto& head = static_cast<const NvlinkPacket&>(*slots_.head(slot));
    const core::StallTimes waited = slots_.leave(slot, input, head.ready, now);
    stats_.stall.add(waited);
    if (core::HopJournal* const journal = core::HopJournal::active())
      report(*journal, slot, head, waited);
    last_slot_ = slot;
    NvlinkPacket& packet =
        client_.take(number_, input, static_cast<NvlinkClass>(slot % kDataClasses), now);
    queued_bytes_ -= packet.wire_bytes;
    queue_probe_.set(now, queued_bytes_);
    send(packet);
    return true;
  }
  return false;
}

void LinkEnd::send(NvlinkPacket& packet) {
  // The bytes behind the packet; its own have already been subtracted.
  packet.queued = static_cast<std::uint32_t>(queued_bytes_ / kFlitBytes);
  packet.origin = {};
  controller.active();
  tx.send(packet);
}

Ticks LinkEnd::next_sendable(Ticks now) {
  Ticks next = core::kNever;
  control_waits_ = false;
  if (!control_.empty()) {
    const NvlinkPacket& head = *control_.front();
    control_waits_ = !tx.credits().covers(kControl, head.cost, now);
    next = control_waits_ ? tx.credits().covered_at(kControl, head.cost) : now;
  }
  if (!held_) slots_.each([&](std::size_t slot) { next = std::min(next, sendable_at(slot, now)); });
  return next;
}

}  // namespace gf::hw::nvlink
