// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/memory/sparse_memory.h"

#include <algorithm>

namespace gf::model {

SparseMemory::SparseMemory(const sc_core::sc_module_name& name, const SparseMemoryParams& params)
    : sc_module(name), params_(params), later_(this, &SparseMemory::phase_due) {
  socket.register_nb_transport_fw(this, &SparseMemory::nb_transport_fw);
  socket.register_b_transport(this, &SparseMemory::b_transport);
  socket.register_transport_dbg(this, &SparseMemory::transport_dbg);
}

tlm::tlm_sync_enum SparseMemory::nb_transport_fw(tlm::tlm_generic_payload& payload,
                                                 tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  later_.notify(payload, phase, delay);
  return tlm::TLM_ACCEPTED;
}

void SparseMemory::phase_due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
  const core::Ticks now = core::now_ticks();
  if (phase == tlm::BEGIN_REQ) {
    payload.acquire();
    const core::Ticks taken = reserve(payload.get_data_length(), now) - now;
    later_.notify(payload, tlm::END_REQ, core::to_time(taken));
    later_.notify(payload, tlm::BEGIN_RESP, core::to_time(taken) + params_.latency);
  } else if (phase == tlm::END_REQ) {
    tlm::tlm_phase out = tlm::END_REQ;
    sc_core::sc_time delay;
    socket->nb_transport_bw(payload, out, delay);
  } else if (phase == tlm::BEGIN_RESP) {
    access(payload);
    responses_.push(&payload);
    if (responses_.size() == 1) respond();
  } else if (phase == tlm::END_RESP) {
    responses_.pop();
    payload.release();
    if (!responses_.empty()) respond();
  }
}

void SparseMemory::respond() {
  tlm::tlm_generic_payload& payload = *responses_.front();
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay;
  if (socket->nb_transport_bw(payload, phase, delay) == tlm::TLM_ACCEPTED) return;
  later_.notify(payload, tlm::END_RESP, delay);  // END_RESP on the return path
}

core::Ticks SparseMemory::reserve(std::uint64_t bytes, core::Ticks from) {
  free_at_ = std::max(free_at_, from) + params_.rate.time_for(bytes).value();
  return free_at_;
}

void SparseMemory::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  const core::Ticks now = core::now_ticks();
  const core::Ticks taken = reserve(payload.get_data_length(), now + delay.value());
  delay = core::to_time(taken - now) + params_.latency;
  access(payload);
}

unsigned SparseMemory::transport_dbg(tlm::tlm_generic_payload& payload) {
  access(payload);
  return payload.is_response_ok() ? payload.get_data_length() : 0;
}

tlm::tlm_response_status SparseMemory::check(const tlm::tlm_generic_payload& payload) const {
  const std::uint64_t bytes = payload.get_data_length();
  if (payload.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (payload.get_streaming_width() < bytes) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (bytes > params_.size.count() || payload.get_address() > params_.size.count() - bytes) {
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  return tlm::TLM_OK_RESPONSE;
}

void SparseMemory::access(tlm::tlm_generic_payload& payload) {
  payload.set_response_status(check(payload));
  if (!payload.is_response_ok()) return;
  const std::uint64_t address = payload.get_address();
  const std::uint64_t bytes = payload.get_data_length();
  if (payload.is_write()) pages_.write(address, payload.get_data_ptr(), bytes);
  if (payload.is_read()) pages_.read(address, payload.get_data_ptr(), bytes);
}

}  // namespace gf::model
