// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/memory/sparse_memory.h"

#include <algorithm>

#include "tlm_models/memory/no_bytes.h"

namespace gf::model {

SparseMemory::SparseMemory(const sc_core::sc_module_name& name, const SparseMemoryParams& params)
    : AtTarget(name), params_(params), later_(this, &SparseMemory::phase_due) {}

core::Ticks SparseMemory::reserve(std::uint64_t bytes, core::Ticks from) {
  free_at_ = std::max(free_at_, from) + params_.rate.time_for(bytes).value();
  return free_at_;
}

bool SparseMemory::access(Key key) {
  keys_.push(key);
  // Accesses of one delta cycle are taken in the next, so their order against other events of this
  // cycle does not matter.
  later_.notify(*transaction(key).payload, tlm::BEGIN_REQ, sc_core::SC_ZERO_TIME);
  return false;
}

void SparseMemory::phase_due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
  if (phase == tlm::BEGIN_REQ) {
    const core::Ticks now = core::now_ticks();
    const core::Ticks taken = reserve(payload.get_data_length(), now) - now;
    later_.notify(payload, tlm::END_REQ, core::to_time(taken));
    later_.notify(payload, tlm::BEGIN_RESP, core::to_time(taken) + params_.latency);
  } else if (phase == tlm::END_REQ) {
    end_request(requesting());
  } else if (phase == tlm::BEGIN_RESP) {
    // The response may release the payload for good, but later_ still refers to it.
    payload.acquire();
    respond(keys_.pop(), move(payload));
    // Of memories that wake at the same time, the one that asked first is first: this one asks for
    // its next time in the delta cycle after its response.
    later_.notify(payload, tlm::END_RESP, sc_core::SC_ZERO_TIME);
  } else {
    payload.release();
  }
}

void SparseMemory::blocking(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  const core::Ticks now = core::now_ticks();
  const core::Ticks taken = reserve(payload.get_data_length(), now + delay.value());
  delay = core::to_time(taken - now) + params_.latency;
  payload.set_response_status(move(payload));
}

unsigned SparseMemory::debug(tlm::tlm_generic_payload& payload) {
  payload.set_response_status(move(payload));
  return payload.is_response_ok() ? payload.get_data_length() : 0;
}

tlm::tlm_response_status SparseMemory::check(const tlm::tlm_generic_payload& payload) const {
  const tlm::tlm_response_status status = check_attributes(payload);
  if (status != tlm::TLM_OK_RESPONSE) return status;
  const std::uint64_t bytes = payload.get_data_length();
  const std::uint64_t size = params_.size.count();
  return bytes > size || payload.get_address() > size - bytes ? tlm::TLM_ADDRESS_ERROR_RESPONSE
                                                              : tlm::TLM_OK_RESPONSE;
}

tlm::tlm_response_status SparseMemory::move(const tlm::tlm_generic_payload& payload) {
  const tlm::tlm_response_status status = check(payload);
  if (status != tlm::TLM_OK_RESPONSE || payload.get_data_ptr() == no_bytes()) return status;
  const std::uint64_t address = payload.get_address();
  const std::uint64_t bytes = payload.get_data_length();
  if (payload.is_write()) pages_.write(address, payload.get_data_ptr(), bytes);
  if (payload.is_read()) pages_.read(address, payload.get_data_ptr(), bytes);
  return status;
}

}  // namespace gf::model
