// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/memory/at_master.h"

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
  tlm::tlm_generic_payload& payload = make(command, address, data, bytes);
  errand_of(payload).key = key;
  pending_.push(&payload);
  send_next();
}

void AtMaster::issue(const AtomicExtension& atomic, std::uint64_t address, std::uint8_t* data,
                     std::uint32_t bytes, std::uint64_t key) {
  tlm::tlm_generic_payload& payload = make(tlm::TLM_WRITE_COMMAND, address, data, bytes);
  Errand& errand = errand_of(payload);
  errand.key = key;
  if (errand.spare == nullptr) errand.spare = std::make_unique<AtomicExtension>();
  *errand.spare = atomic;
  payload.set_extension(errand.spare.release());
  pending_.push(&payload);
  send_next();
}

AtMaster::Errand& AtMaster::errand_of(tlm::tlm_generic_payload& payload) {
  auto* errand = payload.get_extension<Errand>();
  if (errand != nullptr) return *errand;
  errand = new Errand;  // the payload's from here on
  payload.set_extension(errand);
  return *errand;
}

void AtMaster::send_next() {
  while (!pending_.empty() && requesting_ == nullptr) {
    tlm::tlm_generic_payload& payload = *pending_.pop();
    ++outstanding_;
    requesting_ = &payload;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay;
    const tlm::tlm_sync_enum status = socket->nb_transport_fw(payload, phase, delay);
    if (status == tlm::TLM_ACCEPTED) return;
    // Completed: the target has skipped the remaining phases; its delay still has to pass.
    if (status == tlm::TLM_COMPLETED) phase = tlm::END_RESP;
    if (phase == tlm::END_REQ && delay == sc_core::SC_ZERO_TIME) {
      requesting_ = nullptr;
    } else {
      later_.notify(payload, phase, delay);
    }
  }
}

tlm::tlm_sync_enum AtMaster::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                             tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_RESP && requesting_ != &payload && delay == sc_core::SC_ZERO_TIME) {
    finish(payload);
    return tlm::TLM_COMPLETED;  // ends the response phase
  }
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
  GF_CHECK(outstanding_ > 0, std::string(name()) + ": response to nothing");
  --outstanding_;
  Errand& errand = errand_of(payload);
  if (auto* const atomic = payload.get_extension<AtomicExtension>()) {
    payload.clear_extension(atomic);
    errand.spare.reset(atomic);
  }
  const std::uint64_t key = errand.key;
  const tlm::tlm_response_status status = payload.get_response_status();
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
