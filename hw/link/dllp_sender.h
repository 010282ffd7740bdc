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

/// When a port speaks by itself.
struct DllpTiming {
  core::Ticks wait = 0;   ///< Last bit of a packet, or place freed, to its ACK or update due.
  core::Ticks delay = 0;  ///< The same where it must not wait for more to say. At most `wait`.
  std::uint32_t largest_packet = 0;  ///< Bytes on the wire that a DLLP may have to wait for.
  /// Free credits below which a sender is held up, so that an update does not wait.
  model::CreditLimitTable least{};
};

/// Sends what a port has to say about what it receives as packets of kDllpBytes of their own (data
/// link layer packets of PCIe), on its own direction of the link beside its packets.
/// Timing: an ACK is due `wait` after the last bit of the first packet that none has covered; an
/// update of a credit class `wait` after the first place of it was freed that none has told of, or
/// `delay` after where the sender is out of credit; a NAK `delay` after the last bit of the packet
/// that it refuses. A DLLP that is due leaves as soon as the link is free, takes kDllpBytes / (rate
/// * efficiency) of it, and is at the other end `propagation` after its last bit. Coalescing: as
/// its first bit leaves an ACK covers all packets that are there by then, an update tells of all
/// places of its class that are free by then. Order: NAK, ACK, updates by class; all of them, once
/// due, before packets, replays too. Errors: wrong bits of the direction, and `answer_error_rate`
/// of the port, spoil DLLPs. A lost ACK or NAK is made up for by the next one or the sender's
/// timer, lost credits by the class's next update, or by the same one again kRepeat later.
/// (Hardware sends each update so often in any case, 8 B a class in 30 us: those that say nothing
/// new are left out.)
class DllpSender final : public sc_core::sc_module {
 public:
  /// PCIe 3.0, 2.6.1.2: each type of credit is updated at least once in 30 us.
  static constexpr core::Ticks kRepeat = 30'000'000'000;

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter acks{*this, "acks", core::Unit::kCount, "ACKs sent"};
    core::Counter naks{*this, "naks", core::Unit::kCount, "NAKs sent"};
    core::Counter updates{*this, "updates", core::Unit::kCount, "credit updates sent"};
    core::Counter lost{*this, "lost", core::Unit::kCount, "of these, not understood"};
    core::Counter wire_bytes{*this, "wire_bytes", core::Unit::kBytes, "bytes of all of them"};
  };

  /// For what comes to `rx`, over `tx`: the two ends of one port.
  DllpSender(const sc_core::sc_module_name& name, const DllpTiming& timing, Transmitter& tx,
             Receiver& rx);

  /// Something came whose last bit is there at `tail`: kAck covers `sequence` and all before it,
  /// kNak asks for `sequence`.
  void answer(model::LinkPhase with, std::uint64_t sequence, core::Ticks tail);
  /// A place of `credit_class` is free from `at` on.
  void freed(model::CreditClass credit_class, model::CreditCost cost, core::Ticks at);
  /// Takes the link for a DLLP that is due by now: before whoever asks when it is free.
  void claim();
  /// How long after a packet's last bit its ACK is at the other end at the latest, errors aside.
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
    boost::circular_buffer<Place> freed{16};  ///< Not told, by date; doubled when full.
    model::CreditLimits untold{};             ///< Their sum, and what is lost.
    model::CreditLimits lost{};               ///< Told in vain.
    core::Ticks repeat_at = core::kNever;     ///< kNever: none is lost.
  };

  void speak();  ///< Process; the only process that sends DLLPs.
  void say();
  void say_ack();
  void say_nak();
  void say_update(model::CreditClass credit_class);
  /// Puts a DLLP on the wire. False: the other end will not hear it.
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
  boost::circular_buffer<Arrival> arrivals_{16};  ///< Not acknowledged, by date.
  core::Ticks nak_tail_ = core::kNever;           ///< kNever: nothing to refuse.
  std::uint64_t nak_sequence_ = 0;
  std::array<Class, model::kMaxCreditClasses> classes_;
  core::Ticks slot_ = core::kNever;  ///< First bit of a DLLP that has the link; kNever: none has.
  core::Wakeup wakeup_{this, core::Runs<&DllpSender::speak>{}};
  Stats stats_;
};

}  // namespace gf::hw::link
