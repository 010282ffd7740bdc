// SPDX-License-Identifier: Apache-2.0
// Cuts accesses into TLPs.
#include <algorithm>

#include "hw/pcie/device/requester.h"
#include "tlm_models/memory/owner_extension.h"

namespace gf::hw::pcie {
namespace {

constexpr std::uint64_t kPage = 4096;  // no request crosses a 4 KiB boundary [P1 2.2.7]

std::uint32_t chunk(std::uint64_t address, std::uint64_t left, std::uint64_t unit) {
  return static_cast<std::uint32_t>(
      std::min({unit - address % unit, left, kPage - address % kPage}));
}

}  // namespace

void Requester::make_next() {
  if (unsent_.empty()) return;
  next_key_ = unsent_.front();
  next_ = make_tlp(next_key_);
  // Writes behind it wait too, because accesses leave in the order of arrival.
  if (next_ == nullptr) return;  // no free tag: the next completion calls this again
  const Transaction& one = transaction(next_key_);
  if (one.sent == one.payload->get_data_length()) unsent_.drop();
  egress_.offer(input_, *next_);
}

Tlp* Requester::make_tlp(Key key) {
  const Transaction& one = transaction(key);
  const bool posted = one.atomic == nullptr && !one.payload->is_read();
  return posted ? make_write(key) : make_request(key);
}

Tlp& Requester::make_for(const Transaction& one) {
  Tlp& tlp = pool_.make();
  tlp.address = one.payload->get_address() + one.sent;
  tlp.requester = id_;
  tlp.hollow = hollow(one);
  const model::OwnerExtension& owner = model::owner_of(*one.payload);
  tlp.flow = owner.flow;
  tlp.counts = false;
  tlp.ready = tlp.arrived = core::now_ticks();
  if (owner.flow != nullptr) tlp.arrived = std::min(tlp.ready, owner.since);
  return tlp;
}

Tlp* Requester::make_write(Key key) {
  Transaction& one = transaction(key);
  const std::uint64_t address = one.payload->get_address() + one.sent;
  const std::uint32_t size =
      chunk(address, one.payload->get_data_length() - one.sent, params_.max_payload.count());
  Tlp& tlp = make_for(one);
  tlp.type = TlpType::kMemoryWrite;
  if (!tlp.hollow) tlp.data = pool_.copy_data(one.payload->get_data_ptr() + one.sent, size);
  tlp.posted_client = this;
  // The client is notified of the TLP's last byte, so the key also holds the number of bytes. It is
  // at most kMaxPayload and fits 16 bits.
  tlp.posted_key = std::uint64_t{key} << 16 | size;
  gf::hw::pcie::finish(tlp, size);
  one.sent += size;
  return &tlp;
}

Tlp* Requester::make_request(Key key) {
  if (free_tags_.empty()) return nullptr;
  Transaction& one = transaction(key);
  Tlp& tlp = make_for(one);
  tlp.tag = free_tags_.back();
  free_tags_.pop_back();
  const std::uint64_t left = one.payload->get_data_length() - one.sent;
  // Both operands belong together: neither part could compare and swap.
  const bool whole = compares(one.atomic);
  const std::uint64_t unit =
      one.atomic != nullptr ? kAtomicOperand : params_.max_read_request.count();
  const std::uint32_t size =
      whole ? static_cast<std::uint32_t>(left) : chunk(tlp.address, left, unit);
  if (one.atomic != nullptr) {
    operate(tlp, one, size);
  } else {
    tlp.type = TlpType::kMemoryRead;
    tlp.length = size;
    gf::hw::pcie::finish(tlp, 0);
  }
  // A completion reports how many bytes came back. For a compare-and-swap that is half of the bytes
  // sent, so the tag keeps both counts.
  tags_[tlp.tag] = Tag{key, one.sent, size, tlp.length};
  one.sent += size;
  return &tlp;
}

void Requester::operate(Tlp& tlp, const Transaction& one, std::uint32_t bytes) {
  tlp.type = TlpType::kAtomic;
  tlp.op = one.atomic->op;
  tlp.scope = one.atomic->scope;
  // The request has two operands, the completion one value.
  tlp.length = compares(one.atomic) ? bytes / 2 : bytes;
  if (!tlp.hollow) tlp.data = pool_.copy_data(one.payload->get_data_ptr() + one.sent, bytes);
  gf::hw::pcie::finish(tlp, bytes);
}

}  // namespace gf::hw::pcie
