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

void BusAnalyser::record(const model::LinkMessage& message, const sc_core::sc_time& delay,
                         bool from_card) {
  if (records_.size() == most_) {
    ++lost_;
    return;
  }
  const auto& tlp = static_cast<const pcie::Tlp&>(*message.packet);
  const core::Ticks now = core::now_ticks();
  const bool reads = tlp.type == pcie::TlpType::kMemoryRead;
  records_.push_back({now, now + delay.value(), tlp.address, reads ? tlp.length : tlp.payload_bytes,
                      tlp.wire_bytes, tlp.type, from_card, message.corrupted});
}

}  // namespace gf::hw::apenet
