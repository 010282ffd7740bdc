// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/device/peer_bridge.h"

#include "tlm_models/gpu/page_table.h"

namespace gf::hw::pcie {

PeerBridge::PeerBridge(const sc_core::sc_module_name& name) : sc_module(name), stats_(*this) {
  from_gpu.register_nb_transport_fw(this, &PeerBridge::forward);
  from_gpu.register_b_transport(this, &PeerBridge::b_transport);
  from_gpu.register_transport_dbg(this, &PeerBridge::transport_dbg);
  to_fabric.register_nb_transport_bw(this, &PeerBridge::backward);
}

void PeerBridge::map(unsigned peer, const AddressWindow& window) {
  if (windows_.size() <= peer) windows_.resize(peer + 1);
  windows_[peer] = window;
}

bool PeerBridge::translate(tlm::tlm_generic_payload& payload) {
  const unsigned home = model::home_of(payload.get_address());
  const std::uint64_t offset = model::offset_of(payload.get_address());
  const AddressWindow window = home < windows_.size() ? windows_[home] : AddressWindow{};
  const std::uint64_t size = window.last == 0 ? 0 : window.last - window.first + 1;
  if (offset >= size || payload.get_data_length() > size - offset) {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return false;
  }
  payload.set_address(window.first + offset);
  return true;
}

tlm::tlm_sync_enum PeerBridge::forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) {
  // END_RESP also passes here; its address was translated at BEGIN_REQ.
  if (phase == tlm::BEGIN_REQ && !translate(payload)) {
    ++stats_.refused;
    return tlm::TLM_COMPLETED;
  }
  return to_fabric->nb_transport_fw(payload, phase, delay);
}

tlm::tlm_sync_enum PeerBridge::backward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                        sc_core::sc_time& delay) {
  return from_gpu->nb_transport_bw(payload, phase, delay);
}

void PeerBridge::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  const std::uint64_t address = payload.get_address();
  if (!translate(payload)) return;
  to_fabric->b_transport(payload, delay);
  payload.set_address(address);
}

unsigned PeerBridge::transport_dbg(tlm::tlm_generic_payload& payload) {
  const std::uint64_t address = payload.get_address();
  if (!translate(payload)) return 0;
  const unsigned moved = to_fabric->transport_dbg(payload);
  payload.set_address(address);
  return moved;
}

}  // namespace gf::hw::pcie
