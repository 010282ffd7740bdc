// SPDX-License-Identifier: Apache-2.0
// Accesses cut into TLPs.
#include <algorithm>

#include "hw/pcie/requester.h"

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
  next_slot_ = unsent_.front();
  next_ = make_tlp(next_slot_);
  if (next_ == nullptr) return;  // no tag free: a completion calls again
  const Access& access = accesses_[next_slot_];
  if (access.sent == access.payload->get_data_length()) unsent_.drop();
  next_->ready = next_->arrived = core::now_ticks();
  egress_.offer(input_, *next_);
}

Tlp* Requester::make_tlp(Slot slot) {
  const Access& access = accesses_[slot];
  const bool posted = access.atomic == nullptr && !access.payload->is_read();
  return posted ? make_write(slot) : make_request(slot);
}

Tlp* Requester::make_write(Slot slot) {
  Access& access = accesses_[slot];
  const std::uint64_t address = access.payload->get_address() + access.sent;
  const std::uint32_t size =
      chunk(address, access.payload->get_data_length() - access.sent, params_.max_payload.count());
  Tlp& tlp = pool_.make();
  tlp.type = TlpType::kMemoryWrite;
  tlp.address = address;
  tlp.requester = id_;
  tlp.hollow = access.hollow;
  if (!access.hollow)
    tlp.data = pool_.copy_data(access.payload->get_data_ptr() + access.sent, size);
  tlp.observer = this;
  // The observer hears of the TLP's last byte: remember how many bytes that stands for.
  tlp.observer_key = std::uint64_t{slot} << 16 | size;
  gf::hw::pcie::finish(tlp, size);
  access.sent += size;
  return &tlp;
}

Tlp* Requester::make_request(Slot slot) {
  if (free_tags_.empty()) return nullptr;
  Access& access = accesses_[slot];
  Tlp& tlp = pool_.make();
  tlp.address = access.payload->get_address() + access.sent;
  tlp.requester = id_;
  tlp.hollow = access.hollow;
  tlp.tag = free_tags_.back();
  free_tags_.pop_back();
  const std::uint64_t left = access.payload->get_data_length() - access.sent;
  const bool whole = compares(access.atomic);
  const std::uint64_t unit =
      access.atomic != nullptr ? kAtomicOperand : params_.max_read_request.count();
  const std::uint32_t size =
      whole ? static_cast<std::uint32_t>(left) : chunk(tlp.address, left, unit);
  if (access.atomic != nullptr) {
    operate(tlp, access, size);
  } else {
    tlp.type = TlpType::kMemoryRead;
    tlp.length = size;
    gf::hw::pcie::finish(tlp, 0);
  }
  tags_[tlp.tag] = Tag{slot, access.sent, size, tlp.length};
  access.sent += size;
  return &tlp;
}

void Requester::operate(Tlp& tlp, const Access& access, std::uint32_t bytes) {
  tlp.type = TlpType::kAtomic;
  tlp.op = access.atomic->op;
  tlp.scope = access.atomic->scope;
  tlp.length = compares(access.atomic) ? bytes / 2 : bytes;
  if (!access.hollow)
    tlp.data = pool_.copy_data(access.payload->get_data_ptr() + access.sent, bytes);
  gf::hw::pcie::finish(tlp, bytes);
}

}  // namespace gf::hw::pcie
