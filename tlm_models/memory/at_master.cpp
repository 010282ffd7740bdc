// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/memory/at_master.h"

#include <algorithm>

#include "core/error.h"

namespace gf::model {

AtMaster::AtMaster(const sc_core::sc_module_name& name, Listener& listener)
    : sc_module(name), listener_(listener), later_(this, &AtMaster::advance) {
  socket.register_nb_transport_bw(this, &AtMaster::nb_transport_bw);
}

void AtMaster::before_end_of_elaboration() { bound_ = socket.get_base_port().size() > 0; }

tlm::tlm_generic_payload& AtMaster::make(tlm::tlm_command command, std::uint64_t address,
                                         std::uint8_t* data, std::uint32_t bytes) {
  tlm::tlm_generic_payload& payload = pool_.make();
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(data);
  payload.set_data_length(bytes);
  payload.set_streaming_width(bytes);
  payload.set_byte_enable_ptr(nullptr);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  return payload;
}

void AtMaster::issue(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data,
                     std::uint32_t bytes, std::uint64_t key) {
  pending_.push({&make(command, address, data, bytes), key});
  send_next();
}

void AtMaster::send_next() {
  if (pending_.empty() || requesting_ != nullptr) return;
  const Access access = pending_.pop();
  outstanding_.push_back(access);
  requesting_ = access.payload;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay;
  const tlm::tlm_sync_enum status = socket->nb_transport_fw(*access.payload, phase, delay);
  if (status == tlm::TLM_ACCEPTED) return;
  // Completed: the target has skipped the remaining phases; its delay still has to pass.
  if (status == tlm::TLM_COMPLETED) phase = tlm::END_RESP;
  later_.notify(*access.payload, phase, delay);
}

tlm::tlm_sync_enum AtMaster::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                             tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  later_.notify(payload, phase, delay);
  return tlm::TLM_ACCEPTED;
}

void AtMaster::advance(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
  // Each of them ends the request phase of its own access, and of no other.
  if (requesting_ == &payload) requesting_ = nullptr;
  if (phase == tlm::BEGIN_RESP) {
    respond(payload);
  } else if (phase == tlm::END_RESP) {
    finish(payload);
  }
  send_next();
}

void AtMaster::respond(tlm::tlm_generic_payload& payload) {
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time delay;
  socket->nb_transport_fw(payload, phase, delay);
  finish(payload);
}

void AtMaster::finish(tlm::tlm_generic_payload& payload) {
  const auto position =
      std::find_if(outstanding_.begin(), outstanding_.end(),
                   [&](const Access& access) { return access.payload == &payload; });
  GF_CHECK(position != outstanding_.end(), std::string(name()) + ": response to nothing");
  const std::uint64_t key = position->key;
  const tlm::tlm_response_status status = payload.get_response_status();
  outstanding_.erase(position);
  payload.release();
  listener_.access_ended(key, status);
}

unsigned AtMaster::debug(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data,
                         std::uint32_t bytes) {
  tlm::tlm_generic_payload& payload = make(command, address, data, bytes);
  const unsigned moved = debug(payload);
  payload.release();
  return moved;
}

unsigned AtMaster::debug(tlm::tlm_generic_payload& access) {
  return bound_ ? socket->transport_dbg(access) : 0;
}

}  // namespace gf::model
