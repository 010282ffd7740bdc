// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/bit_set.h"
#include "core/base/ticks.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "hw/link/transmitter.h"
#include "tlm_models/link/packet.h"

namespace gf::hw::link {

/// The heads that wait for one link, and the causes of their waits. A slot holds the first packet
/// of a queue. The owner assigns slots to queues, arbitrates, and decides when to look.
/// Timing: adds none, schedules no event, and allocates nothing.
/// When a head leaves, its wait is split by cause. no_credit is the time in which the owner's looks
/// found no credit. lane_turning and replay are the link time lost to them since the previous
/// packet. The rest is link_busy if that packet came from the same input, otherwise
/// arbitration_lost.
class alignas(64) SendSlots {
 public:
  /// For heads that `tx` will send.
  SendSlots(Transmitter& tx, std::size_t slots) : tx_(tx) { resize(slots); }
  void resize(std::size_t slots);

  /// Makes `head` the first of its queue until leave(). Repeating the call changes nothing.
  void put(std::size_t slot, model::Packet& head) {
    occupied_ += heads_[slot] == nullptr;
    heads_[slot] = &head;
    filled_.add(slot);
  }
  /// Removes the slot's head, from `input`, at `now`. Returns its wait since `since`, by cause.
  core::StallTimes leave(std::size_t slot, unsigned input, core::Ticks since, core::Ticks now);

  [[nodiscard]] unsigned occupied() const { return occupied_; }
  [[nodiscard]] model::Packet* head(std::size_t slot) const { return heads_[slot]; }
  /// Calls `act` with the number of each slot that has a head.
  template <class Act>
  void each(const Act& act) const {
    filled_.each(act);
  }
  /// Returns the next slot with a head, round robin. Precondition: there is one.
  [[nodiscard]] std::size_t next_after(std::size_t slot) const { return filled_.next_after(slot); }

  /// Returns true if credit covers the slot's head at `now`.
  [[nodiscard]] bool covered(std::size_t slot, core::Ticks now) const {
    const model::Packet& head = *heads_[slot];
    return tx_.credits().covers(head.credit_class, head.cost, now);
  }
  /// Like covered(), for an owner that could send the head now. If credit was lacking, that period
  /// ends here and is booked.
  [[nodiscard]] bool has_credit(std::size_t slot, core::Ticks now) {
    if (!covered(slot, now)) return false;
    if (lacked_.has(slot)) end_lack(slot, now);
    return true;
  }
  /// Records that credit does not cover the head from `from` on, unless an earlier look has done
  /// so. Returns when credit under way will cover it; kNever: wait for credit_comes().
  core::Ticks lacks_credit(std::size_t slot, core::Ticks from) {
    wants_credit_ = true;
    lacked_.add(slot);
    if (lacks_[slot].since == core::kNever) lacks_[slot].since = from;
    return tx_.credits().covered_at(heads_[slot]->credit_class, heads_[slot]->cost);
  }
  /// Returns true if a head has lacked credit since look(): the owner must look again when credit
  /// comes.
  [[nodiscard]] bool wants_credit() const { return wants_credit_; }
  void look() { wants_credit_ = false; }

  void lanes_turned(core::Ticks span) { turned_ += span; }  ///< Adds time lost to turning lanes.
  void replay_ended();                                      ///< Call from link_free_again().

  /// Appends, for each head, that `who` waits for credit. `classes` names the credit classes;
  /// `or_else` is appended to the text.
  void append_waits(std::vector<core::Wait>& waits, const std::string& who,
                    const std::vector<std::string>& classes, const std::string& or_else = "") const;

 private:
  /// Credit a head has lacked. Most heads lack none, and their entries are not even read.
  struct Lack {
    core::Ticks since = core::kNever;  ///< kNever: the last look found credit.
    core::Ticks time = 0;              ///< Time without credit, up to the last look.
  };
  void end_lack(std::size_t slot, core::Ticks now);

  // First and second cache line: used by every look and every packet.
  Transmitter& tx_;
  std::vector<model::Packet*> heads_;  ///< By slot; null: none.
  unsigned occupied_ = 0;
  unsigned last_input_ = ~0u;  ///< Input of the packet that left last ("that packet" below).
  bool wants_credit_ = false;
  core::Ticks turned_ = 0;    ///< Lost to turning lanes since that packet left.
  core::Ticks replayed_ = 0;  ///< Lost to replays since that packet left.
  core::BitSet filled_;       ///< Slots that have a head.
  core::BitSet lacked_;       ///< Slots whose head has lacked credit: see `lacks_`.
  // Used only for heads that lack credit, and after errors.
  std::vector<Lack> lacks_;
  core::Ticks replay_seen_ = 0;  ///< The link's total replay time at the end of the last replay.
};

// Inline because every packet of every link passes here.
inline core::StallTimes SendSlots::leave(std::size_t slot, unsigned input, core::Ticks since,
                                         core::Ticks now) {
  using core::StallCause;
  core::StallTimes waited;
  core::Ticks left = now - since;
  const auto book = [&](StallCause cause, core::Ticks span) {
    if (left == 0) return;  // the case of most heads if the link is idle
    span = std::min(span, left);
    waited.add(cause, span);
    left -= span;
  };
  // The time the link lost since the previous packet may partly precede this head's arrival, or
  // overlap with time booked as no_credit. Each cause takes at most what is left of the wait, in
  // this order. No time counts twice, and the parts add up to the wait.
  if (lacked_.take(slot)) book(StallCause::kNoCredit, std::exchange(lacks_[slot], {}).time);
  book(StallCause::kLaneTurning, turned_);
  book(StallCause::kReplay, replayed_);
  // The link was busy. If the previous packet came from the same input, no other input won.
  book(input == last_input_ ? StallCause::kLinkBusy : StallCause::kArbitrationLost, left);
  turned_ = replayed_ = 0;
  last_input_ = input;
  heads_[slot] = nullptr;
  filled_.remove(slot);
  --occupied_;
  return waited;
}

}  // namespace gf::hw::link
