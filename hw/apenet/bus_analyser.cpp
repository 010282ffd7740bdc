// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/bus_analyser.h"

namespace gf::hw::apenet {

BusAnalyser::BusAnalyser(const sc_core::sc_module_name& name, std::size_t most)
    : sc_module(name), most_(most) {}

BusAnalyser::Tap::Tap(const sc_core::sc_module_name& name, BusAnalyser& owner, bool from_card)
    : sc_module(name), owner_(owner), from_card_(from_card) {
  in.bind(*this);
  out.bind(*this);
}

tlm::tlm_sync_enum BusAnalyser::Tap::nb_transport_fw(model::LinkMessage& message,
                                                     model::LinkPhase& phase,
                                                     sc_core::sc_time& delay) {
  owner_.record(message, delay, from_card_);  // first: the receiver may recycle the packet
  return out->nb_transport_fw(message, phase, delay);
}

tlm::tlm_sync_enum BusAnalyser::Tap::nb_transport_bw(model::LinkMessage& message,
                                                     model::LinkPhase& phase,
                                                     sc_core::sc_time& delay) {
  // Answers to this direction travel on the wire of the other one.
  if (message.dllp) owner_.record_dllp(message, phase, delay, !from_card_);
  return in->nb_transport_bw(message, phase, delay);
}

bool BusAnalyser::keeps_one_more() {
  if (records_.size() < most_) return true;
  ++lost_;
  return false;
}

void BusAnalyser::record(const model::LinkMessage& message, const sc_core::sc_time& delay,
                         bool from_card) {
  if (!keeps_one_more()) return;
  const auto& tlp = static_cast<const pcie::Tlp&>(*message.packet);
  const bool reads = tlp.type == pcie::TlpType::kMemoryRead;
  BusRecord& record = records_.emplace_back();
  record.first_bit = core::now_ticks();
  record.last_bit = record.first_bit + delay.value();
  record.address = tlp.address;
  record.bytes = reads ? tlp.length : tlp.payload_bytes;
  record.wire_bytes = tlp.wire_bytes;
  record.type = tlp.type;
  record.from_card = from_card;
  record.corrupted = message.corrupted;
}

void BusAnalyser::record_dllp(const model::LinkMessage& message, model::LinkPhase phase,
                              const sc_core::sc_time& delay, bool from_card) {
  if (!keeps_one_more()) return;
  BusRecord& record = records_.emplace_back();
  record.first_bit = core::now_ticks();
  record.last_bit = record.first_bit + delay.value();
  record.wire_bytes = model::kDllpBytes;
  record.from_card = from_card;
  record.corrupted = message.corrupted;
  record.dllp = phase == model::LinkPhase::kAck   ? BusRecord::Dllp::kAck
                : phase == model::LinkPhase::kNak ? BusRecord::Dllp::kNak
                                                  : BusRecord::Dllp::kUpdate;
  record.credit_class = message.credit_class;
  record.sequence = message.sequence;
}

}  // namespace gf::hw::apenet
