// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <boost/circular_buffer.hpp>
#include <systemc>

#include "core/base/ticks.h"
#include "core/stats/stats.h"
#include "core/time/wakeup.h"
#include "hw/link/receiver.h"
#include "hw/link/transmitter.h"
#include "tlm_models/link/credits.h"
#include "tlm_models/link/protocol.h"

namespace gf::hw::link {

/// Delays between an event at a port and the DLLP that reports it.
struct DllpTiming {
  core::Ticks wait = 0;   ///< From a packet's last bit or freed buffer space to its ACK or update.
  core::Ticks delay = 0;  ///< The same for DLLPs that do not wait for others to join. At most
                          ///< `wait`.
  bool prompt_updates = false;       ///< Credit updates are due at once.
  std::uint32_t largest_packet = 0;  ///< Wire bytes of the largest packet a DLLP may wait for.
  /// Free credits below which a sender counts as held up. Its updates then use `delay` instead of
  /// `wait`.
  model::CreditLimitTable least{};
};

/// Sends a port's answers and credit updates as packets of their own (PCIe data link layer packets
/// of kDllpBytes) on the port's outgoing direction, together with its other packets.
/// Timing: an ACK is due `wait` after the last bit of the first packet that no ACK has covered. An
/// update of a credit class is due `wait` after the first unreported space of the class was freed,
/// or `delay` after it if the sender is out of credit; with `prompt_updates` at once. A NAK is due
/// `delay` after the last bit of the packet it refuses. A due DLLP leaves as soon as the link is
/// free and occupies it for kDllpBytes / (rate * efficiency). It arrives at the other end
/// `propagation` after its last bit has left. Coalescing: an ACK covers all packets that have
/// arrived when its first bit leaves. An update reports all space of its class that is free at that
/// time. Order: NAK, ACK, then updates by class. Once due, all of them go before packets and
/// replays. Errors: bit errors of the direction and the port's `answer_error_rate` corrupt DLLPs.
/// The next ACK or NAK or the sender's timer makes up for a lost one. Lost credits are repeated in
/// the next update of the class, kRepeat later at the latest. Not modelled: updates that report
/// nothing new. Hardware sends one per class every 30 us (8 B each).
class DllpSender final : public sc_core::sc_module {
 public:
  /// PCIe 3.0, 2.6.1.2: each credit type is updated at least every 30 us.
  static constexpr core::Ticks kRepeat = 30'000'000'000;

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter acks{*this, "acks", core::Unit::kCount, "ACKs sent"};
    core::Counter naks{*this, "naks", core::Unit::kCount, "NAKs sent"};
    core::Counter updates{*this, "updates", core::Unit::kCount, "credit updates sent"};
    core::Counter lost{*this, "lost", core::Unit::kCount, "DLLPs lost or corrupted"};
    core::Counter wire_bytes{*this, "wire_bytes", core::Unit::kBytes, "bytes of all DLLPs sent"};
  };

  /// Answers packets received by `rx` over `tx`. Both belong to the same port.
  DllpSender(const sc_core::sc_module_name& name, const DllpTiming& timing, Transmitter& tx,
             Receiver& rx);

  /// Schedules an answer to a packet whose last bit arrives at `tail`. kAck covers `sequence` and
  /// all earlier packets; kNak asks for `sequence` again.
  void answer(model::LinkPhase with, std::uint64_t sequence, core::Ticks tail);
  /// Reports that `cost` of buffer space of `credit_class` becomes free at `at`.
  void freed(model::CreditClass credit_class, model::CreditCost cost, core::Ticks at);
  /// Reserves the link for a DLLP that is due. Call it before reading when the link is free.
  void claim();
  /// Returns the longest time from a packet's last bit to its ACK at the other end, without errors.
  [[nodiscard]] core::Ticks latest() const;

  [[nodiscard]] const Stats& stats() const { return stats_; }

 private:
  struct Arrival {
    core::Ticks tail;
    std::uint64_t sequence;
  };
  struct Place {
    core::Ticks at;
    model::CreditCost cost;
  };
  struct Class {
    boost::circular_buffer<Place> freed{16};  ///< Not yet reported, sorted by time; doubled when
                                              ///< full.
    model::CreditLimits unreported{};         ///< Sum of `freed` and `lost`.
    model::CreditLimits lost{};               ///< Reported in updates that were lost.
    core::Ticks repeat_at = core::kNever;     ///< When to repeat `lost`; kNever: nothing was lost.
  };

  void speak();  ///< Process; the only process that sends DLLPs.
  void say();
  void say_ack();
  void say_nak();
  void say_update(model::CreditClass credit_class);
  /// Puts a DLLP on the wire. Returns false if the other end does not receive it intact.
  bool put_on_wire(model::LinkMessage& message, model::LinkPhase phase);
  void drop_arrivals();
  void wake_when_due();
  [[nodiscard]] core::Ticks ack_due() const;
  [[nodiscard]] core::Ticks nak_due() const;
  [[nodiscard]] core::Ticks update_due(model::CreditClass credit_class) const;
  [[nodiscard]] core::Ticks due() const;
  [[nodiscard]] bool sender_is_held_up(model::CreditClass credit_class) const;

  const DllpTiming timing_;
  Transmitter& tx_;
  Receiver& rx_;
  boost::circular_buffer<Arrival> arrivals_{16};  ///< Not yet acknowledged, sorted by time.
  core::Ticks nak_tail_ = core::kNever;           ///< Last bit of the packet to refuse; kNever:
                                                  ///< none.
  std::uint64_t nak_sequence_ = 0;
  std::array<Class, model::kMaxCreditClasses> classes_;
  core::Ticks slot_ = core::kNever;  ///< Start of the DLLP that has the link; kNever: none.
  core::Wakeup wakeup_{this, core::Runs<&DllpSender::speak>{}};
  Stats stats_;
};

}  // namespace gf::hw::link
