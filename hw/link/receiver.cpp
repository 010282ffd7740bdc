// SPDX-License-Identifier: Apache-2.0
#include "hw/link/receiver.h"

#include "core/base/error.h"
#include "hw/link/dllp_sender.h"

namespace gf::hw::link {

using model::LinkMessage;
using model::LinkPhase;

Receiver::Receiver(const sc_core::sc_module_name& name, const LinkParams& params,
                   const model::CreditLimitTable& limits, std::uint64_t seed,
                   ReceiverClient& client)
    : sc_module(name),
      credit_latency_(params.credit_latency.value()),
      ack_latency_(params.ack_latency.value()),
      client_(&client),
      dies_at_(params.dies_at(*this)),
      answers_otherwise_(params.answer_error_rate > 0 || dies_at_ != core::kNever),
      params_(params),
      errors_(params, seed, this->name()),
      stats_(*this) {
  in.bind(*this);
  for (std::size_t c = 0; c < limits.size(); ++c) classes_[c].limits = limits[c];
}

void Receiver::start_of_simulation() {
  // Not in the constructor: the sender is bound to `in` only after this port is constructed.
  for (std::size_t c = 0; c < model::kMaxCreditClasses; ++c) {
    // A message counts credits in 16 bits; larger buffers are advertised in several messages.
    model::CreditLimits left = classes_[c].limits;
    while (left.header > 0 || left.data > 0) {
      LinkMessage message;
      message.credit_class = static_cast<model::CreditClass>(c);
      message.credits.header = static_cast<std::uint16_t>(std::min(left.header, 0xFFFFu));
      message.credits.data = static_cast<std::uint16_t>(std::min(left.data, 0xFFFFu));
      left.header -= message.credits.header;
      left.data -= message.credits.data;
      LinkPhase phase = LinkPhase::kInit;
      sc_core::sc_time delay;
      in->nb_transport_bw(message, phase, delay);
    }
  }
}

tlm::tlm_sync_enum Receiver::nb_transport_fw(LinkMessage& message, LinkPhase& phase,
                                             sc_core::sc_time& delay) {
  GF_CHECK(phase == LinkPhase::kPacket, "only packets on the forward path");
  if (message.corrupted || message.sequence != expected_) return discard(message, phase, delay);
  accept(message, core::now_ticks() + delay.value());
  return answer(message, phase, LinkPhase::kAck, message.sequence, delay);
}

tlm::tlm_sync_enum Receiver::discard(LinkMessage& message, LinkPhase& phase,
                                     sc_core::sc_time& delay) {
  if (!message.corrupted && message.sequence < expected_) {
    // Its ACK was lost. Acknowledge it again, or the sender would send it forever.
    ++stats_.duplicates;
    return answer(message, phase, LinkPhase::kAck, expected_ - 1, delay);
  }
  ++(message.corrupted ? stats_.corrupted : stats_.out_of_order);
  // NAK_SCHEDULED of the data link layer (PCIe 3.0, 3.5): a NAK for each packet behind the
  // corrupted one would start the same replay again and again. If this NAK is lost, the sender's
  // timer starts the replay.
  if (nak_scheduled_) return tlm::TLM_ACCEPTED;
  nak_scheduled_ = true;
  return answer(message, phase, LinkPhase::kNak, expected_, delay);
}

void Receiver::accept(LinkMessage& message, core::Ticks tail_at) {
  model::Packet& packet = *message.packet;
  auto& [limits, held] = classes_[packet.credit_class];
  // The space is taken now, although bits are still under way: the sender has spent the credit.
  held.header += packet.cost.header;
  held.data += packet.cost.data;
  GF_CHECK(
      held.header <= limits.header && held.data <= limits.data,
      std::string(name()) + ": buffer overrun in class " + std::to_string(packet.credit_class));
  ++expected_;
  nak_scheduled_ = false;
  ++stats_.packets;
  client_->on_packet(packet, core::now_ticks() + message.head, tail_at);
}

tlm::tlm_sync_enum Receiver::answer(LinkMessage& message, LinkPhase& phase, LinkPhase with,
                                    std::uint64_t sequence, sc_core::sc_time& delay) {
  if (answers_otherwise_) {
    const core::Ticks tail = core::now_ticks() + delay.value();
    if (dllps_ != nullptr) {
      dllps_->answer(with, sequence, tail);
      return tlm::TLM_ACCEPTED;
    }
    if (tail >= dies_at_ || errors_.loses_answer()) return tlm::TLM_ACCEPTED;
  }
  message.sequence = sequence;
  phase = with;
  delay += core::to_time(ack_latency_);
  return tlm::TLM_UPDATED;
}

void Receiver::release(model::CreditClass credit_class, model::CreditCost cost, core::Ticks at) {
  model::CreditLimits& held = classes_[credit_class].held;
  GF_CHECK(held.header >= cost.header && held.data >= cost.data, name());
  // `at` may lie in the future. Nobody can use the space before the credit is back, so freeing it
  // now is unobservable and saves an event at that time.
  held.header -= cost.header;
  held.data -= cost.data;
  if (answers_otherwise_) {
    if (dllps_ != nullptr) return dllps_->freed(credit_class, cost, at);
    if (at >= dies_at_) return;
  }
  LinkMessage message;
  message.credit_class = credit_class;
  message.credits = cost;
  LinkPhase phase = LinkPhase::kCredit;
  sc_core::sc_time delay = core::to_time(at - core::now_ticks() + credit_latency_);
  in->nb_transport_bw(message, phase, delay);
}

void Receiver::answer_by(DllpSender& dllps) {
  dllps_ = &dllps;
  answers_otherwise_ = true;
}

void Receiver::send_dllp(LinkMessage& message, LinkPhase phase, core::Ticks at) {
  sc_core::sc_time delay = core::to_time(at - core::now_ticks());
  in->nb_transport_bw(message, phase, delay);
}

void Receiver::b_transport(LinkMessage&, sc_core::sc_time&) {
  SC_REPORT_ERROR(name(), "a link has no blocking transport; use nb_transport_fw");
}

unsigned Receiver::transport_dbg(LinkMessage& message) {
  return client_->debug_access(*message.debug);
}

}  // namespace gf::hw::link
