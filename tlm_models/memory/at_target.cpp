// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/memory/at_target.h"

#include "core/base/error.h"

namespace gf::model {

AtTarget::AtTarget(const sc_core::sc_module_name& name, unsigned most)
    : sc_module(name), most_(most) {
  socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
}

tlm::tlm_sync_enum AtTarget::nb_transport_fw(tlm::tlm_generic_payload& payload,
                                             tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) return begin_request(payload, phase, delay);
  if (phase > tlm::END_RESP) return tlm::TLM_ACCEPTED;  // not of the base protocol
  GF_CHECK(phase == tlm::END_RESP && responding_ != kNone &&
               transactions_[responding_].payload == &payload,
           std::string(name()) + ": a phase that is not due");
  // The annotated delay of END_RESP is part of the phase: the next response begins after it.
  response_free_at_ = core::now_ticks() + delay.value();
  finish(responding_);
  send_responses();
  return tlm::TLM_ACCEPTED;
}

tlm::tlm_sync_enum AtTarget::begin_request(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                           const sc_core::sc_time& delay) {
  GF_CHECK(request_ == nullptr, std::string(name()) + ": BEGIN_REQ while another request is open");
  const auto* atomic = payload.get_extension<AtomicExtension>();
  if (!accept(payload, atomic)) return tlm::TLM_COMPLETED;
  payload.acquire();
  const core::Ticks now = core::now_ticks();
  request_ = &payload;
  request_atomic_ = atomic;
  request_at_ = now + delay.value();
  if (request_at_ > now) {
    delayed_.at(request_at_);
    return tlm::TLM_ACCEPTED;
  }
  // At the limit of transactions the request stays in its phase; this is how the base protocol
  // holds back an initiator.
  if (under_way_ >= most_ || !start(now)) return tlm::TLM_ACCEPTED;
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

bool AtTarget::accept(tlm::tlm_generic_payload& payload, const AtomicExtension* atomic) {
  const tlm::tlm_response_status status = refuse(payload, atomic);
  const bool good = status == tlm::TLM_OK_RESPONSE;
  const bool nothing = atomic == nullptr && payload.get_command() == tlm::TLM_IGNORE_COMMAND;
  if (good && !nothing) return true;
  if (!good) refused();
  payload.set_response_status(status);
  return false;
}

bool AtTarget::start(core::Ticks now) {
  const Key key = add(*request_, request_atomic_, nullptr, now);
  requesting_ = key;
  const bool outer = calling_;
  const std::size_t before = responses_.size();
  calling_ = true;  // an immediate response waits until BEGIN_REQ has returned
  const bool taken = access(key);
  calling_ = outer;
  if (responses_.size() > before && !outer) delayed_.at(now);
  if (!taken) return false;
  request_ = nullptr;
  requesting_ = kNone;
  return true;
}

void AtTarget::start_later() {
  if (request_ == nullptr || requesting_ != kNone || under_way_ >= most_) return;
  const core::Ticks now = core::now_ticks();
  if (request_at_ > now) return delayed_.at(request_at_);
  tlm::tlm_generic_payload& payload = *request_;
  if (!start(now)) return;
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay;
  socket->nb_transport_bw(payload, phase, delay);
}

AtTarget::Key AtTarget::add(tlm::tlm_generic_payload& payload, const AtomicExtension* atomic,
                            Blocked* blocked, core::Ticks now) {
  if (free_.empty()) {
    free_.push_back(static_cast<Key>(transactions_.size()));
    transactions_.emplace_back();
  }
  const Key key = free_.back();
  free_.pop_back();
  ++under_way_;
  Transaction& one = transactions_[key];
  one = Transaction{};
  one.payload = &payload;
  one.atomic = atomic;
  one.began = now;
  one.blocked = blocked;
  return key;
}

void AtTarget::end_request(Key key) {
  if (requesting_ != key) return;
  tlm::tlm_generic_payload& payload = *request_;
  request_ = nullptr;
  requesting_ = kNone;
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay;
  socket->nb_transport_bw(payload, phase, delay);
}

void AtTarget::respond(Key key, tlm::tlm_response_status status) {
  Transaction& one = transactions_[key];
  one.payload->set_response_status(status);
  if (one.blocked != nullptr) {
    // Recorded in addition to the event: blocking() must not wait for a notification that came
    // during access().
    one.blocked->ended = true;
    one.blocked->done.notify();
    return finish(key);
  }
  const core::Ticks now = core::now_ticks();
  if (calling_ || responding_ != kNone || !responses_.empty() || response_free_at_ > now) {
    responses_.push(key);
  } else {
    send_response(key, now);
  }
  send_responses();
}

void AtTarget::send_waiting() {
  if (calling_) return;
  const core::Ticks now = core::now_ticks();
  while (responding_ == kNone && !responses_.empty()) {
    if (response_free_at_ > now) return delayed_.at(response_free_at_);
    send_response(responses_.pop(), now);
  }
}

void AtTarget::send_response(Key key, core::Ticks now) {
  responding_ = key;
  if (requesting_ == key) {  // BEGIN_RESP ends its request phase
    request_ = nullptr;
    requesting_ = kNone;
  }
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay;
  calling_ = true;  // END_RESP may come within the call: the next response is left to the caller
  const tlm::tlm_sync_enum status =
      socket->nb_transport_bw(*transactions_[key].payload, phase, delay);
  calling_ = false;
  const bool ends =
      status == tlm::TLM_COMPLETED || (status == tlm::TLM_UPDATED && phase == tlm::END_RESP);
  if (!ends) return;
  response_free_at_ = now + delay.value();
  finish(key);
}

void AtTarget::finish(Key key) {
  Transaction& one = transactions_[key];
  tlm::tlm_generic_payload& payload = *one.payload;
  // The payload of a blocking call belongs to its caller and was not acquired.
  const bool held = one.blocked == nullptr;
  one.payload = nullptr;
  if (responding_ == key) responding_ = kNone;
  free_.push_back(key);
  --under_way_;
  if (held) payload.release();
  // Last, when the entry is free: a request that waited for one may get this key.
  start_later();
}

void AtTarget::delay_passed() {
  start_later();
  send_responses();
}

void AtTarget::blocking(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  sc_core::wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  const auto* atomic = payload.get_extension<AtomicExtension>();
  if (!accept(payload, atomic)) return;
  Blocked blocked;
  access(add(payload, atomic, &blocked, core::now_ticks()));
  if (!blocked.ended) sc_core::wait(blocked.done);
}

bool AtTarget::get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi& dmi) {
  // A refusal names the refused range: reads and writes of all addresses (IEEE 1666-2011, 11.2.5).
  dmi.init();
  dmi.allow_read_write();
  return false;
}

void AtTarget::append_transactions(std::vector<core::Wait>& waits, const char* whom) const {
  for (const Transaction& one : transactions_) {
    if (one.payload == nullptr) continue;
    const std::uint32_t length = one.payload->get_data_length();
    waits.push_back({name(),
                     std::to_string(length - one.ended) + " of " + std::to_string(length) +
                         " B at address " + std::to_string(one.payload->get_address()),
                     whom});
  }
}

}  // namespace gf::model
