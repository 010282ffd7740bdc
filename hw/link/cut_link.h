// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>

#include "core/base/ticks.h"
#include "hw/link/receiver.h"
#include "tlm_models/link/protocol.h"

namespace gf::hw::link {

/// Transports whatever crosses one direction of a link whose two ends are simulated by two
/// processes.
/// Each process has both ends of the link. The fate of a packet depends only on what was sent
/// before it and on errors, which the link draws from its own random streams. A copy of the
/// receiver in the sending process therefore accepts and answers packets (CutSender). Accepted
/// packets go to the other process, whose receiver has the buffer (CutReceiver).
class CutLinkOwner {
 public:
  virtual ~CutLinkOwner() = default;
  /// Takes over the accepted `packet`. `head_at` and `tail_at` may lie in the future.
  virtual void packet_leaves(unsigned link, model::Packet& packet, core::Ticks head_at,
                             core::Ticks tail_at) = 0;
  /// Takes over `credits`, which become usable at the sender at `at`.
  virtual void credit_leaves(unsigned link, model::CreditClass credit_class,
                             model::CreditCost credits, core::Ticks at) = 0;
};

/// The end in the sending process: takes the packets that `receiver` accepts. `receiver` has no
/// client of its own in this process.
/// Timing: adds none. The sender gets its credits at the right time if the owner delivers them
/// before that time.
class CutSender final : private ReceiverClient {
 public:
  /// `number` is the link's number, which the owner chooses.
  CutSender(unsigned number, Receiver& receiver, CutLinkOwner& owner);
  CutSender(const CutSender&) = delete;
  CutSender& operator=(const CutSender&) = delete;
  /// Delivers credits from the other process. `at` must not lie in the past.
  void credit_comes(model::CreditClass credit_class, model::CreditCost credits, core::Ticks at);

 private:
  void on_packet(model::Packet& packet, core::Ticks head_at, core::Ticks tail_at) override {
    owner_.packet_leaves(number_, packet, head_at, tail_at);
  }
  unsigned debug_access(tlm::tlm_generic_payload& access) override {
    return there_.debug_access(access);
  }

  const unsigned number_;
  Receiver& receiver_;
  ReceiverClient& there_;  ///< The receiver's original client.
  CutLinkOwner& owner_;
};

/// The end in the receiving process: stands between an idle sender and its receiver. It passes
/// packets from the owner to the receiver, and the receiver's credits to the owner.
/// Timing: adds none, if the owner delivers each packet before it arrives.
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

  /// Delivers the next packet from the other process, in order. The receiver takes over `packet`.
  /// Neither time may lie in the past.
  void on_packet(model::Packet& packet, core::Ticks head_at, core::Ticks tail_at);

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
  std::uint64_t sequence_ = 0;  ///< Of the next packet. Only accepted packets come, so numbers have
                                ///< no gaps.
};

}  // namespace gf::hw::link
