// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/circular_buffer.hpp>
#include <cstdint>

#include "core/base/ticks.h"
#include "core/base/units.h"
#include "tlm_models/link/packet.h"

namespace gf::hw::link {

/// Packets sent and not yet acknowledged, oldest first, and how far a replay has come. An
/// acknowledgement is entered with the date at which it is at the sender and counts from then on.
class ReplayBuffer {
 public:
  struct Entry {
    model::Packet* packet;  ///< Not to be touched once the receiver has accepted it.
    std::uint64_t sequence;
    std::uint32_t wire_bytes;
    std::uint32_t head_bytes;  ///< Wire bytes before and after the payload.
    core::Ticks sent_at;       ///< Last bit on the wire.
    core::Ticks acked_at;      ///< kNever: no answer known.
  };

  /// A packet may be sent while less than `capacity` is held.
  explicit ReplayBuffer(core::Bytes capacity) : capacity_(capacity.count()), entries_(16) {}

  /// True when no new packet may be sent: full, or a replay is under way.
  [[nodiscard]] bool blocked() const { return held_ >= capacity_ || replaying_; }
  [[nodiscard]] bool replaying() const { return replaying_; }
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] const Entry& oldest() const { return entries_.front(); }
  /// The oldest packet that no acknowledgement covers, not even one on its way; null: none.
  [[nodiscard]] const Entry* oldest_open() const;
  /// Everything sent has been answered for, up to acknowledgements still on their way.
  [[nodiscard]] bool settled() const;

  Entry& push(model::Packet& packet);
  [[nodiscard]] std::uint64_t next_sequence() const { return next_sequence_; }
  /// The sequence number of a packet that need not be kept.
  std::uint64_t next_number() { return next_sequence_++; }
  /// An acknowledgement of `sequence` and all before it, at the sender at `at`.
  void acknowledge(std::uint64_t sequence, core::Ticks at);
  void drop_acknowledged(core::Ticks now) {
    while (!entries_.empty() && entries_.front().acked_at <= now) {
      held_ -= entries_.front().wire_bytes;
      entries_.pop_front();
    }
  }

  void start_replay(std::uint64_t from_sequence);
  /// Next packet to send again; null and the end of the replay when there is none.
  Entry* next_replay();

 private:
  const std::uint64_t capacity_;
  std::uint64_t held_ = 0;  ///< Wire bytes of all entries.
  std::uint64_t next_sequence_ = 0;
  bool replaying_ = false;
  std::uint64_t replay_sequence_ = 0;      ///< Sequence number that the replay sends next.
  boost::circular_buffer<Entry> entries_;  ///< Doubled when full, so warm runs do not allocate.
};

}  // namespace gf::hw::link
