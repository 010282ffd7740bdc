// SPDX-License-Identifier: Apache-2.0
#include "hw/link/replay_buffer.h"

#include "core/base/error.h"

namespace gf::hw::link {

bool ReplayBuffer::settled() const {
  // An acknowledgement covers all earlier packets, so checking the newest packet is enough.
  return entries_.empty() || entries_.back().acked_at != core::kNever;
}

const ReplayBuffer::Entry* ReplayBuffer::oldest_open() const {
  for (const Entry& entry : entries_) {
    if (entry.acked_at == core::kNever) return &entry;
  }
  return nullptr;
}

ReplayBuffer::Entry& ReplayBuffer::push(model::Packet& packet) {
  if (entries_.full()) entries_.set_capacity(2 * entries_.capacity());
  held_ += packet.wire_bytes;
  entries_.push_back({&packet, next_number(), packet.wire_bytes,
                      packet.wire_bytes - packet.payload_bytes, 0, core::kNever});
  return entries_.back();
}

void ReplayBuffer::acknowledge(std::uint64_t sequence, core::Ticks at) {
  // A duplicate is acknowledged again; its entry may be gone by then.
  if (entries_.empty() || sequence < entries_.front().sequence) return;
  // The usual case needs no loop: the packet sent last, with nothing open before it.
  if (entries_.back().sequence == sequence &&
      (entries_.size() == 1 || entries_[entries_.size() - 2].acked_at <= at)) {
    entries_.back().acked_at = at;
    return;
  }
  std::size_t i = sequence - entries_.front().sequence + 1;
  GF_CHECK(i <= entries_.size(), "acknowledged before it was sent");
  // Earlier entries are open only if an answer was lost; this one covers them.
  while (i-- > 0 && entries_[i].acked_at > at) entries_[i].acked_at = at;
}

void ReplayBuffer::start_replay(std::uint64_t from_sequence) {
  replaying_ = true;
  replay_sequence_ = from_sequence;
}

ReplayBuffer::Entry* ReplayBuffer::next_replay() {
  if (!entries_.empty()) {
    const std::uint64_t first = entries_.front().sequence;
    // Acknowledgements that arrived during the replay have removed the packet to send next.
    if (replay_sequence_ < first) replay_sequence_ = first;
    const std::size_t i = replay_sequence_ - first;
    if (i < entries_.size()) {
      ++replay_sequence_;
      return &entries_[i];
    }
  }
  replaying_ = false;
  return nullptr;
}

}  // namespace gf::hw::link
