// SPDX-License-Identifier: Apache-2.0
#include "hw/link/cut_link.h"

#include "core/base/error.h"

namespace gf::hw::link {

using model::LinkMessage;
using model::LinkPhase;

CutSender::CutSender(unsigned number, Receiver& receiver, CutLinkOwner& owner)
    : number_(number), receiver_(receiver), there_(receiver.hand_to(*this)), owner_(owner) {}

void CutSender::credit_comes(model::CreditClass credit_class, model::CreditCost credits,
                             core::Ticks at) {
  GF_CHECK(at >= core::now_ticks(), std::string(receiver_.name()) + ": a credit of the past");
  receiver_.release(credit_class, credits, at - receiver_.params().credit_latency.value());
}

void CutReceiver::on_packet(model::Packet& packet, core::Ticks head_at, core::Ticks tail_at) {
  const core::Ticks now = core::now_ticks();
  GF_CHECK(head_at >= now && tail_at >= now, std::string(name()) + ": a packet of the past");
  LinkMessage message;
  message.packet = &packet;
  message.sequence = sequence_++;
  message.head = head_at - now;
  LinkPhase phase = LinkPhase::kPacket;
  sc_core::sc_time delay = core::to_time(tail_at - now);
  out->nb_transport_fw(message, phase, delay);  // the sending process has answered already
}

tlm::tlm_sync_enum CutReceiver::nb_transport_fw(LinkMessage&, LinkPhase&, sc_core::sc_time&) {
  GF_CHECK(false, std::string(name()) + ": a packet of a sender that rests");
  return tlm::TLM_ACCEPTED;
}

tlm::tlm_sync_enum CutReceiver::nb_transport_bw(LinkMessage& message, LinkPhase& phase,
                                                sc_core::sc_time& delay) {
  // Initial credits stay in this process: both know the capacity of the buffer.
  if (phase == LinkPhase::kInit) return in->nb_transport_bw(message, phase, delay);
  GF_CHECK(phase == LinkPhase::kCredit, name());
  owner_.credit_leaves(number_, message.credit_class, message.credits,
                       core::now_ticks() + delay.value());
  return tlm::TLM_ACCEPTED;
}

void CutReceiver::b_transport(LinkMessage&, sc_core::sc_time&) {
  SC_REPORT_ERROR(name(), "a link has no blocking transport; use nb_transport_fw");
}

}  // namespace gf::hw::link
