// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/device/requester.h"

#include <cstring>

#include "core/base/error.h"

namespace gf::hw::pcie {
namespace {

constexpr std::uint32_t kMostOperands = 32;  // two of 16 B [P1 6.15]

}  // namespace

Requester::Requester(const sc_core::sc_module_name& name, const RequesterParams& params,
                     unsigned input, Egress& egress, TlpPool& pool)
    : AtTarget(name),
      Quiescent(this->name()),
      params_(params),
      input_(input),
      egress_(egress),
      pool_(pool),
      tags_(params.tags),
      stats_(*this) {
  for (unsigned tag = params.tags; tag-- > 0;)
    free_tags_.push_back(static_cast<std::uint16_t>(tag));
}

tlm::tlm_response_status Requester::refuse(const tlm::tlm_generic_payload& payload,
                                           const model::AtomicExtension* atomic) const {
  const tlm::tlm_response_status status = model::check_attributes(payload);
  const bool burst = compares(atomic) && payload.get_data_length() > kMostOperands;
  return status == tlm::TLM_OK_RESPONSE && burst ? tlm::TLM_BURST_ERROR_RESPONSE : status;
}

bool Requester::access(Key key) {
  count(transaction(key));
  unsent_.push(key);
  if (next_ == nullptr) make_next();
  return false;  // take() ends the request phase
}

void Requester::count(const Transaction& one) {
  ++(one.atomic != nullptr    ? stats_.atomics
     : one.payload->is_read() ? stats_.reads
                              : stats_.writes);
}

unsigned Requester::debug(tlm::tlm_generic_payload& payload) {
  return egress_.tx.debug_access(payload);
}

Tlp& Requester::take(TlpClass, core::Ticks) {
  Tlp& tlp = *next_;
  next_ = nullptr;
  const Transaction& one = transaction(next_key_);
  // Only one TLP is offered at a time: if all have been made, this is the last one of its access.
  if (one.sent == one.payload->get_data_length()) end_request(next_key_);
  // The initiator may have begun its next access in that call.
  if (next_ == nullptr) make_next();
  return tlp;
}

void Requester::posted_ended(std::uint64_t key, CompletionStatus status) {
  progress(static_cast<Key>(key >> 16), static_cast<std::uint32_t>(key & 0xFFFF),
           status == CompletionStatus::kSuccess);
}

void Requester::on_completion(const Tlp& completion) {
  GF_CHECK(completion.tag < tags_.size() && tags_[completion.tag].left > 0,
           std::string(name()) + ": completion for tag " + std::to_string(completion.tag));
  Tag& tag = tags_[completion.tag];
  const Transaction& one = transaction(tag.key);
  const bool good = completion.status == CompletionStatus::kSuccess;
  if (good && !hollow(one)) {
    std::uint8_t* to = one.payload->get_data_ptr() + tag.offset + completion.offset;
    if (completion.data != nullptr) {
      std::memcpy(to, completion.data, completion.payload_bytes);
    } else {
      std::memset(to, 0, completion.payload_bytes);  // nothing behind the window: it reads as zero
    }
  }
  tag.left -= good ? completion.payload_bytes : tag.left;  // an error ends the whole request
  if (tag.left > 0) return;
  // Free the tag first: progress() may respond, and the initiator may begin a read in that call.
  free_tags_.push_back(completion.tag);
  progress(tag.key, tag.bytes, good);
  if (next_ == nullptr) make_next();
}

void Requester::progress(Key key, std::uint32_t bytes, bool good) {
  if (!advance(key, bytes, good)) return;
  const Transaction& one = transaction(key);
  stats_.latency.record(core::now_ticks() - one.began);
  if (one.failed) ++stats_.errors;
  respond(key, one.failed ? tlm::TLM_ADDRESS_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE);
}

}  // namespace gf::hw::pcie
