// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>
#include <vector>

#include "core/ticks.h"
#include "tlm_models/link/protocol.h"

namespace gf::test {

/// Bare ends of a link, which say what a test tells them to and write down what they hear.
class LinkSender final : public sc_core::sc_module, private model::LinkBackwardIf {
 public:
  model::LinkInitiatorSocket out{"out"};
  explicit LinkSender(const sc_core::sc_module_name& name) : sc_module(name) { out.bind(*this); }

  /// The phase that the call returns with. `head` and `tail`: from now.
  model::LinkPhase send(model::Packet& packet, std::uint64_t sequence, core::Ticks head,
                        core::Ticks tail) {
    model::LinkMessage message;
    message.packet = &packet;
    message.sequence = sequence;
    message.head = head;
    model::LinkPhase phase = model::LinkPhase::kPacket;
    sc_core::sc_time delay = core::to_time(tail);
    out->nb_transport_fw(message, phase, delay);
    return phase;
  }
  std::vector<std::vector<std::uint64_t>> credits;  ///< Class, headers, date.

 private:
  tlm::tlm_sync_enum nb_transport_bw(model::LinkMessage& message, model::LinkPhase&,
                                     sc_core::sc_time& delay) override {
    credits.push_back(
        {message.credit_class, message.credits.header, core::now_ticks() + delay.value()});
    return tlm::TLM_ACCEPTED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

class LinkReceiver final : public sc_core::sc_module, private model::LinkForwardIf {
 public:
  model::LinkTargetSocket in{"in"};
  explicit LinkReceiver(const sc_core::sc_module_name& name) : sc_module(name) { in.bind(*this); }

  void give(model::LinkPhase phase, model::CreditClass credit_class, model::CreditCost credits,
            core::Ticks after) {
    model::LinkMessage message;
    message.credit_class = credit_class;
    message.credits = credits;
    sc_core::sc_time delay = core::to_time(after);
    in->nb_transport_bw(message, phase, delay);
  }
  std::vector<std::vector<std::uint64_t>> came;  ///< Sequence number, dates of head and tail.

 private:
  tlm::tlm_sync_enum nb_transport_fw(model::LinkMessage& message, model::LinkPhase& phase,
                                     sc_core::sc_time& delay) override {
    const core::Ticks now = core::now_ticks();
    came.push_back({message.sequence, now + message.head, now + delay.value()});
    phase = model::LinkPhase::kAck;
    return tlm::TLM_UPDATED;
  }
  void b_transport(model::LinkMessage&, sc_core::sc_time&) override {}
  bool get_direct_mem_ptr(model::LinkMessage&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(model::LinkMessage&) override { return 0; }
};

}  // namespace gf::test
