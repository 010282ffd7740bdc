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

/// The heads that wait for one link, and what each has waited for: a slot holds the first packet
/// of a queue. Which slot is whose, who goes first, and when to look, is the owner's.
/// Timing: none of its own; nothing here is an event, and nothing allocates.
/// The wait of a head is split by cause as it leaves: no_credit as the owner's looks have found it,
/// lane_turning and replay as the link was lost to them since the packet before, the rest
/// link_busy where that packet came from the same input, else arbitration_lost.
class alignas(64) SendSlots {
 public:
  /// For the heads that `tx` will send.
  SendSlots(Transmitter& tx, std::size_t slots) : tx_(tx) { resize(slots); }
  void resize(std::size_t slots);

  /// `head` is now the first of its queue, until leave(); to say so again changes nothing.
  void put(std::size_t slot, model::Packet& head) {
    occupied_ += heads_[slot] == nullptr;
    heads_[slot] = &head;
    filled_.add(slot);
  }
  /// The slot's head, of `input`, leaves `now` after a wait from `since`, returned by cause.
  core::StallTimes leave(std::size_t slot, unsigned input, core::Ticks since, core::Ticks now);

  [[nodiscard]] unsigned occupied() const { return occupied_; }
  [[nodiscard]] model::Packet* head(std::size_t slot) const { return heads_[slot]; }
  /// Calls `act` with each slot that has a head, by number.
  template <class Act>
  void each(const Act& act) const {
    filled_.each(act);
  }
  /// The next slot with a head, round robin. Precondition: there is one.
  [[nodiscard]] std::size_t next_after(std::size_t slot) const { return filled_.next_after(slot); }

  /// Credit covers the slot's head at `now`.
  [[nodiscard]] bool covered(std::size_t slot, core::Ticks now) const {
    const model::Packet& head = *heads_[slot];
    return tx_.credits().covers(head.credit_class, head.cost, now);
  }
  /// As covered(), asked by an owner that could send the head now: the time in which credit was
  /// lacking ends here and is booked.
  [[nodiscard]] bool has_credit(std::size_t slot, core::Ticks now) {
    if (!covered(slot, now)) return false;
    if (lacked_.has(slot)) end_lack(slot, now);
    return true;
  }
  /// Credit does not cover the head; that holds it up from `from` on, unless an earlier look has
  /// said so. Returns when credit under way will do; kNever: credit_comes() will tell.
  core::Ticks lacks_credit(std::size_t slot, core::Ticks from) {
    wants_credit_ = true;
    lacked_.add(slot);
    if (lacks_[slot].since == core::kNever) lacks_[slot].since = from;
    return tx_.credits().covered_at(heads_[slot]->credit_class, heads_[slot]->cost);
  }
  /// Some head has lacked credit since look(): whoever hears of credit has to look again.
  [[nodiscard]] bool wants_credit() const { return wants_credit_; }
  void look() { wants_credit_ = false; }

  void lanes_turned(core::Ticks span) { turned_ += span; }  ///< Time lost to turning lanes.
  void replay_ended();                                      ///< Call from link_free_again().

  /// `who` waits for credit of its heads' classes, named `classes`, `or_else` for what is said.
  void append_waits(std::vector<core::Wait>& waits, const std::string& who,
                    const std::vector<std::string>& classes, const std::string& or_else = "") const;

 private:
  /// What a head has lacked so far. Most heads lack nothing: theirs are not even read.
  struct Lack {
    core::Ticks since = core::kNever;  ///< kNever: credit was there at the last look.
    core::Ticks time = 0;              ///< Without credit, up to the last look.
  };
  void end_lack(std::size_t slot, core::Ticks now);

  // First cache line and second: every look and every packet.
  Transmitter& tx_;
  std::vector<model::Packet*> heads_;  ///< By slot; null: none.
  unsigned occupied_ = 0;
  unsigned last_input_ = ~0u;  ///< Input of the packet that left last.
  bool wants_credit_ = false;
  core::Ticks turned_ = 0;    ///< Lost to turning lanes since that packet left.
  core::Ticks replayed_ = 0;  ///< Lost to replays since that packet left.
  core::BitSet filled_;       ///< Slots that have a head.
  core::BitSet lacked_;       ///< Slots whose head has lacked credit: see `lacks_`.
  // Heads that lack credit, and errors.
  std::vector<Lack> lacks_;
  core::Ticks replay_seen_ = 0;  ///< Replay time of the link up to the last replay's end.
};

// Inline: every packet of every link passes here.
inline core::StallTimes SendSlots::leave(std::size_t slot, unsigned input, core::Ticks since,
                                         core::Ticks now) {
  using core::StallCause;
  core::StallTimes waited;
  core::Ticks left = now - since;
  const auto book = [&](StallCause cause, core::Ticks span) {
    if (left == 0) return;  // as for most heads where the link is idle
    span = std::min(span, left);
    waited.add(cause, span);
    left -= span;
  };
  // What the link lost since the packet before may lie partly before this head was ready, or in
  // time that is booked as no_credit. Each cause takes at most what is left of the wait, in this
  // order, so that no time counts twice and the parts add up.
  if (lacked_.take(slot)) book(StallCause::kNoCredit, std::exchange(lacks_[slot], {}).time);
  book(StallCause::kLaneTurning, turned_);
  book(StallCause::kReplay, replayed_);
  // The link was busy with somebody: with this input's own packet nobody has won against it.
  book(input == last_input_ ? StallCause::kLinkBusy : StallCause::kArbitrationLost, left);
  turned_ = replayed_ = 0;
  last_input_ = input;
  heads_[slot] = nullptr;
  filled_.remove(slot);
  --occupied_;
  return waited;
}

}  // namespace gf::hw::link
