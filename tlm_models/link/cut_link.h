// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "core/ticks.h"
#include "tlm_models/link/protocol.h"

namespace gf::model {

/// Who carries what crosses a CutLink to the process that has the other end.
class CutLinkOwner {
 public:
  virtual ~CutLinkOwner() = default;
  /// `message` has a packet, the owner's from now on; `head` of it is counted from now, and its
  /// last bit is there at `tail_at`.
  virtual void packet_leaves(unsigned link, const LinkMessage& message, core::Ticks tail_at) = 0;
  virtual void credit_leaves(unsigned link, CreditClass credit_class, CreditCost credits,
                             core::Ticks at) = 0;
};

/// One direction of a link whose ends are simulated by two processes, each of which has both ends
/// and lets one of them rest: an interposer that hands packets to its owner where the sender acts,
/// and credits where the receiver does, and gives to the living end what the owner has brought.
/// Timing: none of its own; dates are those of the calls, as if the ends had called each other,
/// if the owner brings them before they come.
/// Precondition: nothing can fail on the link (Transmitter::unfailing()). What its receiver says of
/// a packet is then known without it: it is accepted.
class CutLink final : public sc_core::sc_module, private LinkForwardIf, private LinkBackwardIf {
 public:
  LinkTargetSocket in{"in"};       ///< From the sender.
  LinkInitiatorSocket out{"out"};  ///< To the receiver.

  /// `number`: what the owner calls it.
  CutLink(const sc_core::sc_module_name& name, unsigned number, CutLinkOwner& owner)
      : sc_module(name), number_(number), owner_(owner) {
    in.bind(*this);
    out.bind(*this);
  }

  /// From the other process: `packet` is the receiver's from now on; neither date has passed.
  void packet_comes(Packet& packet, std::uint64_t sequence, core::Ticks head_at,
                    core::Ticks tail_at);
  void credit_comes(CreditClass credit_class, CreditCost credits, core::Ticks at);

 private:
  tlm::tlm_sync_enum nb_transport_fw(LinkMessage& message, LinkPhase& phase,
                                     sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_bw(LinkMessage& message, LinkPhase& phase,
                                     sc_core::sc_time& delay) override;
  void b_transport(LinkMessage&, sc_core::sc_time&) override;
  bool get_direct_mem_ptr(LinkMessage&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(LinkMessage& message) override { return out->transport_dbg(message); }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  const unsigned number_;
  CutLinkOwner& owner_;
};

}  // namespace gf::model
