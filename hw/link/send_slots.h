// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/bits.h"
#include "core/quiescence.h"
#include "core/stats.h"
#include "core/ticks.h"
#include "hw/link/transmitter.h"
#include "tlm_models/link/packet.h"

namespace gf::hw::link {

/// The heads that wait for one link, and what each has waited for: a slot holds the first packet
/// of a queue. Which slot is whose, who goes first, and when to look, is the owner's.
/// Timing: none of its own; nothing here is an event, and nothing allocates.
/// The wait of a head is split by cause as it leaves: no_credit as the owner's looks have found it,
/// lane_turning and replay as the link was lost to them since the packet before, the rest
/// link_busy where that packet came from the same input, else arbitration_lost.
class SendSlots {
 public:
  /// For the heads that `tx` will send.
  SendSlots(Transmitter& tx, std::size_t slots) : tx_(tx) { resize(slots); }
  void resize(std::size_t slots);

  /// `head` is now the first of its queue, until leave(); to say so again changes nothing.
  void put(std::size_t slot, model::Packet& head) {
    occupied_ += slots_[slot].head == nullptr;
    slots_[slot].head = &head;
    mask_[slot / 64] |= std::uint64_t{1} << slot % 64;
  }
  /// The slot's head, of `input`, leaves `now` after a wait from `since`, returned by cause.
  core::StallTimes leave(std::size_t slot, unsigned input, core::Ticks since, core::Ticks now);

  [[nodiscard]] unsigned occupied() const { return occupied_; }
  [[nodiscard]] model::Packet* head(std::size_t slot) const { return slots_[slot].head; }
  /// Calls `act` with each slot that has a head, by number.
  template <class Act>
  void each(const Act& act) const {
    for (std::size_t word = 0; word < mask_.size(); ++word)
      core::each_bit(mask_[word], [&](unsigned bit) { act(word * 64 + bit); });
  }
  /// The next slot with a head, round robin. Precondition: there is one.
  [[nodiscard]] std::size_t next_after(std::size_t slot) const;

  /// Credit covers the slot's head at `now`.
  [[nodiscard]] bool covered(std::size_t slot, core::Ticks now) const {
    const model::Packet& head = *slots_[slot].head;
    return tx_.credits().covers(head.credit_class, head.cost, now);
  }
  /// As covered(), asked by an owner that could send the head now: the time in which credit was
  /// lacking ends here and is booked.
  [[nodiscard]] bool has_credit(std::size_t slot, core::Ticks now) {
    if (!covered(slot, now)) return false;
    Slot& of = slots_[slot];
    if (of.no_credit_since == core::kNever) return true;
    // The lack may be dated ahead (lacks_credit) and end before it has begun.
    if (of.no_credit_since < now) of.no_credit += now - of.no_credit_since;
    of.no_credit_since = core::kNever;
    return true;
  }
  /// Credit does not cover the head; that holds it up from `from` on, unless an earlier look has
  /// said so. Returns when credit under way will do; kNever: credit_comes() will tell.
  core::Ticks lacks_credit(std::size_t slot, core::Ticks from) {
    Slot& of = slots_[slot];
    wants_credit_ = true;
    if (of.no_credit_since == core::kNever) of.no_credit_since = from;
    return tx_.credits().covered_at(of.head->credit_class, of.head->cost);
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
  struct Slot {
    model::Packet* head = nullptr;
    core::Ticks no_credit_since = core::kNever;  ///< kNever: credit was there at the last look.
    core::Ticks no_credit = 0;                   ///< Time without credit so far.
  };

  Transmitter& tx_;
  std::vector<Slot> slots_;
  std::vector<std::uint64_t> mask_;  ///< Bit a slot: it has a head.
  unsigned occupied_ = 0;
  bool wants_credit_ = false;
  unsigned last_input_ = ~0u;    ///< Input of the packet that left last.
  core::Ticks turned_ = 0;       ///< Lost to turning lanes since that packet left.
  core::Ticks replayed_ = 0;     ///< Lost to replays since that packet left.
  core::Ticks replay_seen_ = 0;  ///< Replay time of the link up to the last replay's end.
};

}  // namespace gf::hw::link
