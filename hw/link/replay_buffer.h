// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/circular_buffer.hpp>
#include <cstdint>

#include "core/base/ticks.h"
#include "core/base/units.h"
#include "tlm_models/link/packet.h"

namespace gf::hw::link {

/// Packets sent but not yet acknowledged, oldest first, and the progress of a replay. An
/// acknowledgement is entered with the time at which it reaches the sender; it takes effect at that
/// time.
class ReplayBuffer {
 public:
  struct Entry {
    model::Packet* packet;  ///< Do not access it after the receiver has accepted it.
    std::uint64_t sequence;
    std::uint32_t wire_bytes;
    std::uint32_t head_bytes;  ///< Wire bytes that are not payload.
    core::Ticks sent_at;       ///< When the last bit is on the wire.
    core::Ticks acked_at;      ///< When the ACK reaches the sender; kNever: unknown.
  };

  /// A packet may be sent while fewer than `capacity` bytes are held.
  explicit ReplayBuffer(core::Bytes capacity) : capacity_(capacity.count()), entries_(16) {}

  /// Returns true if no new packet may be sent: the buffer is full or a replay is under way.
  [[nodiscard]] bool blocked() const { return held_ >= capacity_ || replaying_; }
  [[nodiscard]] bool replaying() const { return replaying_; }
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] const Entry& oldest() const { return entries_.front(); }
  /// Returns the oldest packet that no acknowledgement covers, not even one under way; null: none.
  [[nodiscard]] const Entry* oldest_open() const;
  /// Returns true if all packets are acknowledged, counting acknowledgements still under way.
  [[nodiscard]] bool settled() const;

  Entry& push(model::Packet& packet);
  [[nodiscard]] std::uint64_t next_sequence() const { return next_sequence_; }
  /// Takes the next sequence number for a packet that need not be kept.
  std::uint64_t next_number() { return next_sequence_++; }
  /// Enters an acknowledgement of `sequence` and all earlier packets, which arrives at `at`.
  void acknowledge(std::uint64_t sequence, core::Ticks at);
  void drop_acknowledged(core::Ticks now) {
    while (!entries_.empty() && entries_.front().acked_at <= now) {
      held_ -= entries_.front().wire_bytes;
      entries_.pop_front();
    }
  }

  void start_replay(std::uint64_t from_sequence);
  /// Returns the next packet to send again; null if none is left, which ends the replay.
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
