// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/link/cut_link.h"

#include "core/error.h"

namespace gf::model {

tlm::tlm_sync_enum CutLink::nb_transport_fw(LinkMessage& message, LinkPhase& phase,
                                            sc_core::sc_time& delay) {
  owner_.packet_leaves(number_, message, core::now_ticks() + delay.value());
  phase = LinkPhase::kAck;  // its date is asked for by nobody
  return tlm::TLM_UPDATED;
}

tlm::tlm_sync_enum CutLink::nb_transport_bw(LinkMessage& message, LinkPhase& phase,
                                            sc_core::sc_time& delay) {
  // What a buffer holds both processes know.
  if (phase == LinkPhase::kInit) return in->nb_transport_bw(message, phase, delay);
  GF_CHECK(phase == LinkPhase::kCredit, name());
  owner_.credit_leaves(number_, message.credit_class, message.credits,
                       core::now_ticks() + delay.value());
  return tlm::TLM_ACCEPTED;
}

void CutLink::packet_comes(Packet& packet, std::uint64_t sequence, core::Ticks head_at,
                           core::Ticks tail_at) {
  const core::Ticks now = core::now_ticks();
  GF_CHECK(head_at >= now && tail_at >= now, std::string(name()) + ": a packet of the past");
  LinkMessage message;
  message.packet = &packet;
  message.sequence = sequence;
  message.head = head_at - now;
  LinkPhase phase = LinkPhase::kPacket;
  sc_core::sc_time delay = core::to_time(tail_at - now);
  const tlm::tlm_sync_enum status = out->nb_transport_fw(message, phase, delay);
  GF_CHECK(status == tlm::TLM_UPDATED && phase == LinkPhase::kAck, name());
}

void CutLink::credit_comes(CreditClass credit_class, CreditCost credits, core::Ticks at) {
  GF_CHECK(at >= core::now_ticks(), std::string(name()) + ": a credit of the past");
  LinkMessage message;
  message.credit_class = credit_class;
  message.credits = credits;
  LinkPhase phase = LinkPhase::kCredit;
  sc_core::sc_time delay = core::to_time(at - core::now_ticks());
  in->nb_transport_bw(message, phase, delay);
}

void CutLink::b_transport(LinkMessage&, sc_core::sc_time&) {
  SC_REPORT_ERROR(name(), "a link has no blocking transport; use nb_transport_fw");
}

}  // namespace gf::model
