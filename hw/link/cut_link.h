// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>

#include "core/base/ticks.h"
#include "hw/link/receiver.h"
#include "tlm_models/link/protocol.h"

namespace gf::hw::link {

/// Who carries what crosses a direction of a link whose ends are simulated by two processes. Each
/// of them has both ends. What becomes of a packet follows from what was sent before it, and from
/// errors that a link draws from streams of its own: so the receiver that stands beside the sender
/// judges and answers (CutSender), and what it accepts goes to the other process, whose receiver
/// has the buffer (CutReceiver).
class CutLinkOwner {
 public:
  virtual ~CutLinkOwner() = default;
  /// `packet`, which is the owner's from now on, is accepted. Dates may lie ahead.
  virtual void packet_leaves(unsigned link, model::Packet& packet, core::Ticks head_at,
                             core::Ticks tail_at) = 0;
  /// `credits` are usable at `at`.
  virtual void credit_leaves(unsigned link, model::CreditClass credit_class,
                             model::CreditCost credits, core::Ticks at) = 0;
};

/// The process that sends: takes the packets of `receiver`, which has no owner here.
/// Timing: none of its own; the sender's credits come at their dates if the owner brings them
/// before.
class CutSender final : private ReceiverClient {
 public:
  /// `number`: what the owner calls the link.
  CutSender(unsigned number, Receiver& receiver, CutLinkOwner& owner);
  CutSender(const CutSender&) = delete;
  CutSender& operator=(const CutSender&) = delete;
  /// From the other process; the date has not passed.
  void credit_comes(model::CreditClass credit_class, model::CreditCost credits, core::Ticks at);

 private:
  void packet_comes(model::Packet& packet, core::Ticks head_at, core::Ticks tail_at) override {
    owner_.packet_leaves(number_, packet, head_at, tail_at);
  }
  unsigned debug_access(tlm::tlm_generic_payload& access) override {
    return there_.debug_access(access);
  }

  const unsigned number_;
  Receiver& receiver_;
  ReceiverClient& there_;  ///< Whose packets they are.
  CutLinkOwner& owner_;
};

/// The process that receives: stands between a sender, which rests, and its receiver, and gives the
/// one's packets, as the owner brings them, to the other, whose credits go to the owner.
/// Timing: none of its own, if the owner brings a packet before it comes.
class CutReceiver final : public sc_core::sc_module,
                          private model::LinkForwardIf,
                          private model::LinkBackwardIf {
 public:
  model::LinkTargetSocket in{"in"};       ///< From the sender.
  model::LinkInitiatorSocket out{"out"};  ///< To the receiver.

  CutReceiver(const sc_core::sc_module_name& name, unsigned number, CutLinkOwner& owner)
      : sc_module(name), number_(number), owner_(owner) {
    in.bind(*this);
    out.bind(*this);
  }

  /// From the other process, in order: `packet` is the receiver's from now on; neither date has
  /// passed.
  void packet_comes(model::Packet& packet, core::Ticks head_at, core::Ticks tail_at);

 private:
  tlm::tlm_sync_enum nb_transport_fw(model::LinkMessage& message, model::LinkPhase& phase,
                                     sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_bw(model::LinkMessage& message, model::LinkPhase& phase,
                                     sc_core::sc_time& delay) override;
  void b_transport(model::LinkMessage&, sc_core::sc_time&) override;
  bool get_direct_mem_ptr(model::LinkMessage&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(model::LinkMessage& message) override {
    return out->transport_dbg(message);
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  const unsigned number_;
  CutLinkOwner& owner_;
  std::uint64_t sequence_ = 0;  ///< Of the next packet: only those come that are accepted.
};

}  // namespace gf::hw::link
