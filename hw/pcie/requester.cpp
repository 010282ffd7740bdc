// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/requester.h"

#include <algorithm>
#include <cstring>

#include "core/error.h"
#include "tlm_models/memory/no_bytes.h"

namespace gf::hw::pcie {
namespace {

constexpr std::uint32_t kMostOperands = 32;  // two of 16 B [P1 6.15]

const model::AtomicExtension* atomic_of(const tlm::tlm_generic_payload& payload) {
  return payload.get_extension<model::AtomicExtension>();
}

}  // namespace

Requester::Requester(const sc_core::sc_module_name& name, const RequesterParams& params,
                     unsigned input, Egress& egress, TlpPool& pool)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      input_(input),
      egress_(egress),
      pool_(pool),
      tags_(params.tags),
      later_(this, &Requester::phase_due),
      stats_(*this) {
  for (unsigned tag = params.tags; tag-- > 0;)
    free_tags_.push_back(static_cast<std::uint16_t>(tag));
  socket.register_nb_transport_fw(this, &Requester::nb_transport_fw);
  socket.register_b_transport(this, &Requester::b_transport);
  socket.register_transport_dbg(this, &Requester::transport_dbg);
}

tlm::tlm_response_status Requester::refuse(const tlm::tlm_generic_payload& payload) {
  const std::uint32_t bytes = payload.get_data_length();
  if (payload.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (bytes == 0 || payload.get_streaming_width() < bytes) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (compares(atomic_of(payload)) && bytes > kMostOperands) return tlm::TLM_BURST_ERROR_RESPONSE;
  return tlm::TLM_OK_RESPONSE;
}

bool Requester::accept(tlm::tlm_generic_payload& payload) {
  const tlm::tlm_response_status status = refuse(payload);
  payload.set_response_status(status);
  if (status != tlm::TLM_OK_RESPONSE) {
    ++stats_.errors;
    return false;
  }
  if (atomic_of(payload) != nullptr) {
    ++stats_.atomics;
  } else if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) {
    return false;
  } else {
    ++(payload.is_read() ? stats_.reads : stats_.writes);
  }
  return true;
}

Requester::Slot Requester::add(tlm::tlm_generic_payload& payload, sc_core::sc_event* done) {
  if (free_.empty()) {
    free_.push_back(static_cast<Slot>(accesses_.size()));
    accesses_.emplace_back();
  }
  const Slot slot = free_.back();
  free_.pop_back();
  ++under_way_;
  Access& access = accesses_[slot];
  access = Access{};
  access.payload = &payload;
  access.atomic = atomic_of(payload);
  access.began = core::now_ticks();
  access.hollow = payload.get_data_ptr() == model::no_bytes();
  access.done = done;
  return slot;
}

tlm::tlm_sync_enum Requester::nb_transport_fw(tlm::tlm_generic_payload& payload,
                                              tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) {
    if (!accept(payload)) return tlm::TLM_COMPLETED;
    payload.acquire();
  }
  if (delay != sc_core::SC_ZERO_TIME || phase == tlm::END_RESP) {
    later_.notify(payload, phase, delay);
  } else {
    phase_due(payload, phase);
  }
  return tlm::TLM_ACCEPTED;
}

void Requester::phase_due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
  if (phase == tlm::BEGIN_REQ) {
    unsent_.push(add(payload, nullptr));
    if (next_ == nullptr) make_next();
    return;
  }
  GF_CHECK(responding_ && accesses_[*responding_].payload == &payload,
           std::string(name()) + ": a phase that is not due");
  finish(*responding_);
  respond();
}

void Requester::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  sc_core::wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  if (!accept(payload)) return;
  sc_core::sc_event done;
  unsent_.push(add(payload, &done));
  if (next_ == nullptr) make_next();
  sc_core::wait(done);
}

unsigned Requester::transport_dbg(tlm::tlm_generic_payload& payload) {
  return egress_.tx.debug_access(payload);
}

Tlp& Requester::take(TlpClass, core::Ticks) {
  Tlp& tlp = *next_;
  next_ = nullptr;
  const Access& access = accesses_[next_slot_];
  if (access.sent == access.payload->get_data_length() && access.done == nullptr) {
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_core::sc_time delay;
    socket->nb_transport_bw(*access.payload, phase, delay);
  }
  // The initiator may have begun its next access in that call.
  if (next_ == nullptr) make_next();
  return tlp;
}

void Requester::posted_ended(std::uint64_t key, CompletionStatus status) {
  progress(static_cast<Slot>(key >> 16), static_cast<std::uint32_t>(key & 0xFFFF),
           status == CompletionStatus::kSuccess);
}

void Requester::completion_comes(const Tlp& completion) {
  GF_CHECK(completion.tag < tags_.size() && tags_[completion.tag].left > 0,
           std::string(name()) + ": completion for tag " + std::to_string(completion.tag));
  Tag& tag = tags_[completion.tag];
  const Access& access = accesses_[tag.slot];
  const bool good = completion.status == CompletionStatus::kSuccess;
  if (good && !access.hollow) {
    std::uint8_t* to = access.payload->get_data_ptr() + tag.offset + completion.offset;
    if (completion.data != nullptr) {
      std::memcpy(to, completion.data, completion.payload_bytes);
    } else {
      std::memset(to, 0, completion.payload_bytes);  // nothing behind the window: it reads as zero
    }
  }
  tag.left -= good ? completion.payload_bytes : tag.left;  // an error ends the whole request
  if (tag.left > 0) return;
  free_tags_.push_back(completion.tag);
  progress(tag.slot, tag.bytes, good);
  if (next_ == nullptr) make_next();
}

void Requester::progress(Slot slot, std::uint32_t bytes, bool good) {
  Access& access = accesses_[slot];
  access.ended += bytes;
  if (!good) access.payload->set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  if (access.ended < access.payload->get_data_length()) return;
  stats_.latency.record(core::now_ticks() - access.began);
  if (access.payload->is_response_error()) ++stats_.errors;
  if (access.done != nullptr) {
    access.done->notify();
    finish(slot);
    return;
  }
  responses_.push(slot);
  respond();
}

void Requester::respond() {
  while (!responding_ && !responses_.empty()) {
    responding_ = responses_.pop();
    tlm::tlm_generic_payload& payload = *accesses_[*responding_].payload;
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay;
    const tlm::tlm_sync_enum status = socket->nb_transport_bw(payload, phase, delay);
    if (status == tlm::TLM_ACCEPTED) return;  // END_RESP comes
    if (delay != sc_core::SC_ZERO_TIME) {
      later_.notify(payload, tlm::END_RESP, delay);  // END_RESP on the return path
      return;
    }
    finish(*responding_);
  }
}

void Requester::finish(Slot slot) {
  Access& access = accesses_[slot];
  tlm::tlm_generic_payload& payload = *access.payload;
  const bool counted = access.done == nullptr;
  access.payload = nullptr;
  if (responding_ == slot) responding_.reset();
  free_.push_back(slot);
  --under_way_;
  if (counted) payload.release();
}

void Requester::append_waits(std::vector<core::Wait>& waits) const {
  for (const Access& access : accesses_) {
    if (access.payload == nullptr) continue;
    const std::uint32_t length = access.payload->get_data_length();
    waits.push_back({name(),
                     std::to_string(length - access.ended) + " of " + std::to_string(length) +
                         " B at address " + std::to_string(access.payload->get_address()),
                     egress_.name()});
  }
}

}  // namespace gf::hw::pcie
