// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "hw/link/link_params.h"
#include "hw/link/replay_buffer.h"

namespace gf::hw::link {

class Receiver;

/// Counts what a transmitter sends again, and ends the run as a livelock if nothing gets through:
/// kMostRounds replays began with the same packet, and at the error rates one such packet needs
/// more tries on average. A nearly dead link is a livelock too: of kStretch consecutive
/// retransmissions, fewer than one in kLeastShare led to a new packet.
class LivelockWatch {
 public:
  static constexpr unsigned kMostRounds = 1000;
  static constexpr std::uint64_t kStretch = 1u << 18;
  static constexpr std::uint64_t kLeastShare = 10'000;

  /// `name` is the transmitter's path.
  LivelockWatch(std::string name, const LinkParams& params)
      : name_(std::move(name)), params_(params) {}
  /// Names the other end, whose answers may be lost.
  void connect(const Receiver& receiver, const std::string& peer);

  /// A replay begins, and `open` is the oldest packet that has not got through. Returns how many
  /// replays have begun with it.
  unsigned begins(const ReplayBuffer::Entry& open);
  /// Ends the run if the replays that began with `open` are too many. `resent`: packets sent again,
  /// as statistics show them.
  void check(const ReplayBuffer::Entry& open, std::uint64_t resent) const;
  /// A packet is sent again; `next` is the number of the next new one. May end the run.
  void sends_again(std::uint64_t next);
  [[nodiscard]] unsigned rounds() const { return rounds_; }

 private:
  /// Returns the probability that the packet arrives and its answer comes back.
  [[nodiscard]] double chance_of(const ReplayBuffer::Entry& entry) const;
  [[nodiscard]] std::string rates() const;

  const std::string name_;
  const LinkParams& params_;
  std::string peer_;
  double answer_error_rate_ = 0;      ///< Share of the receiver's answers that are lost.
  double answer_bit_errors_ = 0;      ///< Share of them with bit errors.
  std::uint64_t round_sequence_ = 0;  ///< Oldest unanswered packet when a replay began.
  unsigned rounds_ = 0;               ///< Replays that began with round_sequence_.
  std::uint64_t resent_ = 0;          ///< Packets sent again since time 0: statistics may be reset.
  std::uint64_t stretch_began_ = 0;   ///< Number of the next packet when the stretch began.
};

}  // namespace gf::hw::link
