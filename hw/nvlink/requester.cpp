// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/requester.h"

#include <algorithm>
#include <cstring>

#include "core/error.h"

namespace gf::hw::nvlink {
namespace {

const model::AtomicExtension* atomic_of(const tlm::tlm_generic_payload& payload) {
  return payload.get_extension<model::AtomicExtension>();
}

}  // namespace

Requester::Requester(const sc_core::sc_module_name& name, const PortParams& params, unsigned gpu,
                     NvlinkPool& pool, Outbound& out)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      send_latency_(params.send_latency.value()),
      gpu_(gpu),
      pool_(pool),
      out_(out),
      accesses_(params.outstanding),
      stats_(*this) {
  for (std::uint32_t i = params.outstanding; i-- > 0;) free_.push_back(i);
  socket.register_nb_transport_fw(this, &Requester::nb_transport_fw);
  socket.register_b_transport(this, &Requester::b_transport);
  socket.register_transport_dbg(this, &Requester::transport_dbg);
  SC_METHOD(due);
  sensitive << wakeup_.event();
  dont_initialize();
}

tlm::tlm_response_status Requester::check(const tlm::tlm_generic_payload& payload) const {
  const std::uint32_t bytes = payload.get_data_length();
  if (bytes == 0 || payload.get_streaming_width() < bytes) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (payload.get_byte_enable_ptr() != nullptr && !payload.is_write()) {
    return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  }
  const std::uint64_t address = payload.get_address();
  if (atomic_of(payload) != nullptr && chunk_of(address, bytes) < bytes) {
    return tlm::TLM_BURST_ERROR_RESPONSE;
  }
  if (gpu_of(address) != gpu_of(address + bytes - 1) ||
      out_.link_to(gpu_of(address)) == Outbound::kNoWay) {
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  return tlm::TLM_OK_RESPONSE;
}

tlm::tlm_sync_enum Requester::nb_transport_fw(tlm::tlm_generic_payload& payload,
                                              tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) return begin(payload, phase, core::now_ticks() + delay.value());
  GF_CHECK(
      phase == tlm::END_RESP && responding_ != kNone && accesses_[responding_].payload == &payload,
      std::string(name()) + ": a phase that is not due");
  finish(responding_);
  response_free_at_ = core::now_ticks() + delay.value();
  respond();
  return tlm::TLM_ACCEPTED;
}

tlm::tlm_sync_enum Requester::begin(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                    core::Ticks at) {
  GF_CHECK(requesting_ == kNone && waiting_ == nullptr,
           std::string(name()) + ": BEGIN_REQ while another request is open");
  const tlm::tlm_response_status status = check(payload);
  const bool ignored =
      payload.get_command() == tlm::TLM_IGNORE_COMMAND && atomic_of(payload) == nullptr;
  if (status != tlm::TLM_OK_RESPONSE || ignored) {
    if (status != tlm::TLM_OK_RESPONSE) ++stats_.errors;
    payload.set_response_status(status);
    return tlm::TLM_COMPLETED;
  }
  payload.acquire();
  blocked_since_ = at;
  if (free_.empty()) {
    waiting_ = &payload;
    return tlm::TLM_ACCEPTED;
  }
  const std::uint32_t number = start(payload, at);
  if (!make_packets(number)) {
    requesting_ = number;
    return tlm::TLM_ACCEPTED;
  }
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

std::uint32_t Requester::start(tlm::tlm_generic_payload& payload, core::Ticks at) {
  const std::uint32_t number = free_.back();
  free_.pop_back();
  ++under_way_;
  Access& access = accesses_[number];
  access = Access{};
  access.payload = &payload;
  access.atomic = atomic_of(payload);
  access.began = at;
  access.link = out_.link_to(gpu_of(payload.get_address()));
  count(access);
  return number;
}

void Requester::count(const Access& access) {
  const std::uint32_t bytes = access.payload->get_data_length();
  if (access.atomic != nullptr) {
    ++stats_.atomics;
  } else if (access.payload->is_read()) {
    ++stats_.reads;
    stats_.read_bytes += bytes;
  } else {
    ++stats_.writes;
    stats_.write_bytes += bytes;
  }
}

void Requester::room_comes(unsigned link) {
  if (requesting_ == kNone || accesses_[requesting_].link != link) return;
  if (!make_packets(requesting_)) return;
  tlm::tlm_generic_payload& payload = *accesses_[requesting_].payload;
  requesting_ = kNone;
  end_request(payload);
}

void Requester::end_request(tlm::tlm_generic_payload& payload) {
  const core::Ticks now = core::now_ticks();
  if (now > blocked_since_) stats_.blocked.add_ticks(now - blocked_since_);
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay;
  socket->nb_transport_bw(payload, phase, delay);
}

void Requester::response_comes(const NvlinkPacket& packet) {
  const Access& access = accesses_[packet.access];
  GF_CHECK(access.payload != nullptr, std::string(name()) + ": a response to nothing");
  if (packet.real && !packet.failed) {
    std::uint8_t* to = access.payload->get_data_ptr() + packet.offset;
    if (packet.data != nullptr) {
      std::memcpy(to, packet.data, packet.bytes);
    } else {
      std::memset(to, 0, packet.bytes);  // no memory is bound there: it reads as zero
    }
  }
  progress(packet.access, packet.bytes, packet.failed);
}

void Requester::write_ended(std::uint32_t access, std::uint32_t bytes, bool failed,
                            core::Ticks at) {
  answers_.push({access, bytes, failed, at});
  wakeup_.at(answers_.front().at);
}

void Requester::due() {
  wakeup_.woken();
  const core::Ticks now = core::now_ticks();
  while (!answers_.empty() && answers_.front().at <= now) {
    const WriteAnswer answer = answers_.pop();
    progress(answer.access, answer.bytes, answer.failed);
  }
  if (!answers_.empty()) wakeup_.at(answers_.front().at);
  respond();
}

void Requester::progress(std::uint32_t number, std::uint32_t bytes, bool failed) {
  Access& access = accesses_[number];
  access.ended += bytes;
  access.failed = access.failed || failed;
  if (access.ended < access.payload->get_data_length()) return;
  stats_.latency.record(core::now_ticks() - access.began);
  if (access.failed) ++stats_.errors;
  access.payload->set_response_status(access.failed ? tlm::TLM_ADDRESS_ERROR_RESPONSE
                                                    : tlm::TLM_OK_RESPONSE);
  responses_.push(number);
  respond();
}

void Requester::respond() {
  while (responding_ == kNone && !responses_.empty()) {
    if (response_free_at_ > core::now_ticks()) {
      wakeup_.at(response_free_at_);
      return;
    }
    responding_ = responses_.pop();
    const std::uint32_t number = responding_;
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay;
    const tlm::tlm_sync_enum status =
        socket->nb_transport_bw(*accesses_[number].payload, phase, delay);
    // Accepted: END_RESP comes, or has come in the call.
    if (status == tlm::TLM_ACCEPTED) continue;
    response_free_at_ = core::now_ticks() + delay.value();
    finish(number);
  }
}

void Requester::finish(std::uint32_t number) {
  tlm::tlm_generic_payload& payload = *accesses_[number].payload;
  accesses_[number].payload = nullptr;
  responding_ = kNone;
  free_.push_back(number);
  --under_way_;
  payload.release();
  start_waiting();
}

void Requester::start_waiting() {
  if (waiting_ == nullptr) return;
  tlm::tlm_generic_payload& payload = *waiting_;
  waiting_ = nullptr;
  const std::uint32_t number = start(payload, std::max(blocked_since_, core::now_ticks()));
  if (make_packets(number)) {
    end_request(payload);
  } else {
    requesting_ = number;
  }
}

void Requester::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
  tlm::tlm_response_status status = check(payload);
  if (status == tlm::TLM_OK_RESPONSE && out_.debug_out(payload) != payload.get_data_length()) {
    status = tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  payload.set_response_status(status);
}

unsigned Requester::transport_dbg(tlm::tlm_generic_payload& payload) {
  return check(payload) == tlm::TLM_OK_RESPONSE ? out_.debug_out(payload) : 0;
}

void Requester::append_waits(std::vector<core::Wait>& waits) const {
  for (const Access& access : accesses_) {
    if (access.payload == nullptr) continue;
    const std::uint32_t length = access.payload->get_data_length();
    waits.push_back({name(),
                     std::to_string(length - access.ended) + " of " + std::to_string(length) +
                         " B at address " + std::to_string(access.payload->get_address()),
                     get_parent_object()->name()});
  }
}

}  // namespace gf::hw::nvlink
