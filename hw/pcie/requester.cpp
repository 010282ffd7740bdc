// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/requester.h"

#include <algorithm>
#include <cstring>

#include "core/error.h"

namespace gf::hw::pcie {
namespace {

constexpr std::uint64_t kPage = 4096;  // no request crosses a 4 KiB boundary [P1 2.2.7]

std::uint32_t chunk(std::uint64_t address, std::uint64_t left, std::uint64_t unit) {
  return static_cast<std::uint32_t>(
      std::min({unit - address % unit, left, kPage - address % kPage}));
}

}  // namespace

void RequesterParams::declare(const core::ParamScope& scope) {
  scope.add("max_payload", max_payload, "payload of a posted write", "assumed: MPS 256 B",
            core::between(core::Bytes(16), core::Bytes(kMaxPayload)));
  scope.add("max_read_request", max_read_request, "bytes one read asks for", "assumed: MRRS 512 B",
            core::between(core::Bytes(64), core::Bytes(kMaxPayload)));
  scope.add("tags", tags, "reads outstanding", "PCIe 3.0, 2.2.6.2: 5-bit tags",
            core::between(1u, 1024u));
}

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
  socket.register_nb_transport_fw(this, &Requester::nb_transport_fw);
  socket.register_b_transport(this, &Requester::b_transport);
  socket.register_transport_dbg(this, &Requester::transport_dbg);
}

tlm::tlm_response_status Requester::refuse(const tlm::tlm_generic_payload& payload) {
  if (payload.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (payload.get_data_length() == 0 || payload.get_streaming_width() < payload.get_data_length()) {
    return tlm::TLM_BURST_ERROR_RESPONSE;
  }
  return tlm::TLM_OK_RESPONSE;
}

Requester::Access* Requester::accept(tlm::tlm_generic_payload& payload) {
  const tlm::tlm_response_status status = refuse(payload);
  if (status != tlm::TLM_OK_RESPONSE || payload.get_command() == tlm::TLM_IGNORE_COMMAND) {
    payload.set_response_status(status);
    if (status != tlm::TLM_OK_RESPONSE) ++stats_.errors;
    return nullptr;
  }
  ++(payload.is_read() ? stats_.reads : stats_.writes);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  return &add(payload);
}

Requester::Access& Requester::add(tlm::tlm_generic_payload& payload) {
  accesses_.push_back(std::make_unique<Access>());
  Access& access = *accesses_.back();
  access.payload = &payload;
  access.key = next_key_++;
  access.began = core::now_ticks();
  return access;
}

tlm::tlm_sync_enum Requester::nb_transport_fw(tlm::tlm_generic_payload& payload,
                                              tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  later_.notify(payload, phase, delay);
  return tlm::TLM_ACCEPTED;
}

void Requester::phase_due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
  if (phase == tlm::BEGIN_REQ) {
    payload.acquire();
    if (accept(payload) == nullptr) {
      // Refused on the spot: the response phase is all that is left.
      Access& access = add(payload);
      access.sent = access.ended = payload.get_data_length();
      access.requested = access.responding = true;
      responses_.push_back(access.key);
      respond_next();
    } else if (next_ == nullptr) {
      make_next();
    }
  } else if (phase == tlm::END_RESP) {
    response_open_ = false;
    finish(payload);
    respond_next();
  }
}

void Requester::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  sc_core::wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  Access* access = accept(payload);
  if (access == nullptr) return;
  sc_core::sc_event done;
  access->done = &done;
  if (next_ == nullptr) make_next();
  sc_core::wait(done);
}

unsigned Requester::transport_dbg(tlm::tlm_generic_payload& payload) {
  return egress_.tx.debug_access(payload);
}

void Requester::make_next() {
  for (auto& access : accesses_) {
    if (access->sent == access->payload->get_data_length()) continue;
    next_ = access->payload->is_read() ? make_read(*access) : make_write(*access);
    if (next_ == nullptr) return;  // no tag free: a completion calls again
    next_->ready = next_->arrived = core::now_ticks();
    egress_.offer(input_, *next_);
    return;
  }
}

Tlp* Requester::make_write(Access& access) {
  const std::uint64_t address = access.payload->get_address() + access.sent;
  const std::uint32_t size =
      chunk(address, access.payload->get_data_length() - access.sent, params_.max_payload.count());
  Tlp& tlp = pool_.make();
  tlp.type = TlpType::kMemoryWrite;
  tlp.address = address;
  tlp.requester = id_;
  tlp.data = pool_.copy_data(access.payload->get_data_ptr() + access.sent, size);
  tlp.observer = this;
  // The observer hears of the TLP's last byte: remember how many bytes that stands for.
  tlp.observer_key = access.key << 16 | size;
  gf::hw::pcie::finish(tlp, size);
  access.sent += size;
  return &tlp;
}

Tlp* Requester::make_read(Access& access) {
  const auto tag =
      std::find_if(tags_.begin(), tags_.end(), [](const Tag& t) { return t.left == 0; });
  if (tag == tags_.end()) return nullptr;
  const std::uint64_t address = access.payload->get_address() + access.sent;
  const std::uint32_t size = chunk(address, access.payload->get_data_length() - access.sent,
                                   params_.max_read_request.count());
  *tag = Tag{access.key, access.sent, size};
  Tlp& tlp = pool_.make();
  tlp.type = TlpType::kMemoryRead;
  tlp.address = address;
  tlp.length = size;
  tlp.requester = id_;
  tlp.tag = static_cast<std::uint16_t>(tag - tags_.begin());
  gf::hw::pcie::finish(tlp, 0);
  access.sent += size;
  return &tlp;
}

Tlp& Requester::take(TlpClass, core::Ticks) {
  Tlp& tlp = *next_;
  next_ = nullptr;
  for (auto& access : accesses_) {
    if (access->requested || access->sent != access->payload->get_data_length()) continue;
    access->requested = true;
    if (access->done == nullptr && !access->responding) {
      tlm::tlm_phase phase = tlm::END_REQ;
      sc_core::sc_time delay;
      socket->nb_transport_bw(*access->payload, phase, delay);
    }
  }
  make_next();
  return tlp;
}

void Requester::posted_ended(std::uint64_t key, CompletionStatus status) {
  progress(find(key >> 16), static_cast<std::uint32_t>(key & 0xFFFF), status);
}

void Requester::completion_comes(const Tlp& completion) {
  GF_CHECK(completion.tag < tags_.size() && tags_[completion.tag].left > 0,
           std::string(name()) + ": completion for tag " + std::to_string(completion.tag));
  Tag& tag = tags_[completion.tag];
  Access& access = find(tag.key);
  std::uint32_t bytes = completion.payload_bytes;
  if (completion.status != CompletionStatus::kSuccess) {
    bytes = tag.left;  // an error ends the whole read
  } else {
    std::uint8_t* to = access.payload->get_data_ptr() + tag.offset + completion.offset;
    if (completion.data != nullptr) {
      std::memcpy(to, completion.data, bytes);
    } else {
      std::memset(to, 0, bytes);  // nothing stands behind the window: it reads as zero
    }
  }
  tag.left -= bytes;
  progress(access, bytes, completion.status);
  if (next_ == nullptr) make_next();
}

Requester::Access& Requester::find(std::uint64_t key) {
  for (auto& access : accesses_) {
    if (access->key == key) return *access;
  }
  GF_CHECK(false, std::string(name()) + ": no access " + std::to_string(key));
}

void Requester::progress(Access& access, std::uint32_t bytes, CompletionStatus status) {
  access.ended += bytes;
  if (status != CompletionStatus::kSuccess) {
    access.payload->set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }
  if (access.ended < access.payload->get_data_length()) return;
  stats_.latency.record(core::now_ticks() - access.began);
  if (access.payload->is_response_error()) ++stats_.errors;
  access.responding = true;
  if (access.done != nullptr) {
    access.done->notify();
    finish(*access.payload);
    return;
  }
  responses_.push_back(access.key);
  respond_next();
}

void Requester::respond_next() {
  if (response_open_ || responses_.empty()) return;
  response_open_ = true;
  Access& access = find(responses_.front());
  responses_.pop_front();
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay;
  const tlm::tlm_sync_enum status = socket->nb_transport_bw(*access.payload, phase, delay);
  if (status == tlm::TLM_ACCEPTED) return;
  later_.notify(*access.payload, tlm::END_RESP, delay);  // END_RESP on the return path
}

void Requester::finish(tlm::tlm_generic_payload& payload) {
  const auto position = std::find_if(accesses_.begin(), accesses_.end(), [&](const auto& access) {
    return access->payload == &payload;
  });
  GF_CHECK(position != accesses_.end(), std::string(name()) + ": END_RESP for nothing");
  const bool counted = (*position)->done == nullptr;
  accesses_.erase(position);
  if (counted) payload.release();
}

void Requester::append_waits(std::vector<core::Wait>& waits) const {
  for (const auto& access : accesses_) {
    waits.push_back({name(),
                     std::to_string(access->payload->get_data_length() - access->ended) + " of " +
                         std::to_string(access->payload->get_data_length()) + " B at address " +
                         std::to_string(access->payload->get_address()),
                     egress_.name()});
  }
}

}  // namespace gf::hw::pcie
