// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/memory/at_master.h"

#include <utility>

#include "core/base/error.h"

namespace gf::model {

AtMaster::AtMaster(const sc_core::sc_module_name& name, Client& client)
    : sc_module(name), client_(client), delayed_(this, &AtMaster::phase_due) {
  socket.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
  SC_METHOD(send_pending);
  sensitive << request_over_;
  dont_initialize();
}

void AtMaster::before_end_of_elaboration() { bound_ = socket.get_base_port().size() > 0; }

AtMaster::Payload& AtMaster::make(tlm::tlm_command command, std::uint64_t address,
                                  std::uint8_t* data, std::uint32_t bytes, std::uint64_t key) {
  Payload& payload = pool_.make();
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(data);
  payload.set_data_length(bytes);
  payload.set_streaming_width(bytes);
  payload.set_byte_enable_ptr(nullptr);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  payload.key = key;
  return payload;
}

bool AtMaster::issue(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data,
                     std::uint32_t bytes, std::uint64_t key, std::uint8_t* byte_enables) {
  Payload& payload = make(command, address, data, bytes, key);
  payload.set_byte_enable_ptr(byte_enables);
  payload.set_byte_enable_length(byte_enables != nullptr ? bytes : 0);
  return send(payload);
}

bool AtMaster::issue(const AtomicExtension& atomic, std::uint64_t address, std::uint8_t* data,
                     std::uint32_t bytes, std::uint64_t key) {
  Payload& payload = make(tlm::TLM_WRITE_COMMAND, address, data, bytes, key);
  if (payload.spare == nullptr) payload.spare = std::make_unique<AtomicExtension>();
  *payload.spare = atomic;
  payload.carried = payload.spare.release();
  payload.set_extension(payload.carried);
  return send(payload);
}

bool AtMaster::send(Payload& payload) {
  if (requesting_ != nullptr || !pending_.empty()) {
    pending_.push(&payload);
    return false;
  }
  const bool ended = begin(payload);
  // The target may have answered another access in the call, and the client may have issued more.
  if (ended && !pending_.empty()) request_over_.notify(sc_core::SC_ZERO_TIME);
  return ended;
}

bool AtMaster::begin(Payload& payload) {
  ++outstanding_;
  requesting_ = &payload;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay;
  const tlm::tlm_sync_enum status = socket->nb_transport_fw(payload, phase, delay);
  if (status == tlm::TLM_ACCEPTED) return false;
  // TLM_COMPLETED: the target has skipped the remaining phases; its delay still has to pass.
  if (status == tlm::TLM_COMPLETED) phase = tlm::END_RESP;
  if (phase > tlm::END_RESP) return false;  // not of the base protocol
  if (phase != tlm::END_REQ || delay != sc_core::SC_ZERO_TIME) {
    delayed_.notify(payload, phase, delay);
    return false;
  }
  requesting_ = nullptr;
  return true;
}

void AtMaster::send_pending() {
  while (!pending_.empty() && requesting_ == nullptr) {
    Payload& payload = *pending_.pop();
    if (begin(payload)) client_.request_ended(payload.key);
  }
}

tlm::tlm_sync_enum AtMaster::nb_transport_bw(tlm::tlm_generic_payload& generic,
                                             tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase > tlm::END_RESP) return tlm::TLM_ACCEPTED;  // not of the base protocol
  if (delay != sc_core::SC_ZERO_TIME) {
    delayed_.notify(generic, phase, delay);
    return tlm::TLM_ACCEPTED;
  }
  auto& payload = static_cast<Payload&>(generic);  // all payloads that we send are of our pool
  end_request(payload);
  if (phase == tlm::END_REQ) return tlm::TLM_ACCEPTED;
  finish(payload);
  return tlm::TLM_COMPLETED;  // ends the response phase
}

void AtMaster::phase_due(tlm::tlm_generic_payload& generic, const tlm::tlm_phase& phase) {
  auto& payload = static_cast<Payload&>(generic);
  end_request(payload);
  if (phase == tlm::END_REQ) return;
  if (phase == tlm::BEGIN_RESP) {
    tlm::tlm_phase out = tlm::END_RESP;
    sc_core::sc_time delay;
    socket->nb_transport_fw(payload, out, delay);
  }
  finish(payload);
}

void AtMaster::end_request(Payload& payload) {
  if (requesting_ != &payload) return;  // a response to one access ends no request of another
  requesting_ = nullptr;
  if (!pending_.empty()) request_over_.notify(sc_core::SC_ZERO_TIME);
  client_.request_ended(payload.key);
}

void AtMaster::finish(Payload& payload) {
  GF_CHECK(outstanding_ > 0, std::string(name()) + ": response to nothing");
  --outstanding_;
  // The pool may next use this payload for a plain access. The extension is kept for the next
  // atomic, so that nothing is allocated once warm.
  if (payload.carried != nullptr) {
    payload.clear_extension(payload.carried);
    payload.spare.reset(std::exchange(payload.carried, nullptr));
  }
  const std::uint64_t key = payload.key;
  const tlm::tlm_response_status status = payload.get_response_status();
  // Before the client is notified: in that call it may issue its next access with this very
  // payload.
  payload.release();
  client_.access_ended(key, status);
}

unsigned AtMaster::debug(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data,
                         std::uint32_t bytes) {
  Payload& payload = make(command, address, data, bytes, 0);
  const unsigned moved = debug(payload);
  payload.release();
  return moved;
}

unsigned AtMaster::debug(tlm::tlm_generic_payload& access) {
  return bound_ ? socket->transport_dbg(access) : 0;
}

}  // namespace gf::model
