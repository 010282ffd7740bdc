// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/peer_router.h"

#include "core/base/error.h"
#include "tlm_models/gpu/page_table.h"

namespace gf::hw::gpu {

PeerRouter::PeerRouter(const sc_core::sc_module_name& name) : sc_module(name) {
  from_gpu.register_nb_transport_fw(this, &PeerRouter::forward);
  from_gpu.register_b_transport(this, &PeerRouter::b_transport);
  from_gpu.register_transport_dbg(this, &PeerRouter::transport_dbg);
  by_link.register_nb_transport_bw(this, &PeerRouter::backward);
  by_bus.register_nb_transport_bw(this, &PeerRouter::backward);
}

void PeerRouter::link(unsigned peer) {
  if (linked_.size() <= peer) linked_.resize(peer + 1);
  linked_[peer] = true;
}

tlm_utils::simple_initiator_socket<PeerRouter>& PeerRouter::way(std::uint64_t address) {
  const std::uint64_t home = model::home_of(address);
  return home < linked_.size() && linked_[home] ? by_link : by_bus;
}

tlm::tlm_sync_enum PeerRouter::forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) {
  // END_RESP would need a route too, but the bus may have changed the address.
  GF_CHECK(phase == tlm::BEGIN_REQ, std::string(name()) + ": a response is ended by its return");
  const tlm::tlm_sync_enum status =
      way(payload.get_address())->nb_transport_fw(payload, phase, delay);
  GF_CHECK(status != tlm::TLM_UPDATED || phase == tlm::END_REQ,
           std::string(name()) + ": responses come by calls of their own");
  return status;
}

tlm::tlm_sync_enum PeerRouter::backward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                        sc_core::sc_time& delay) {
  return from_gpu->nb_transport_bw(payload, phase, delay);
}

void PeerRouter::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  way(payload.get_address())->b_transport(payload, delay);
}

unsigned PeerRouter::transport_dbg(tlm::tlm_generic_payload& payload) {
  return way(payload.get_address())->transport_dbg(payload);
}

}  // namespace gf::hw::gpu
