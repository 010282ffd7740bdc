// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/random.h"
#include "core/time/clock_domain.h"

namespace gf::hw::router {

/// Transmission errors of one channel, repaired by go-back-N.
/// The receiver drops a flit whose check fails and all flits behind it, and requests them again;
/// the sender resends them from its replay buffer. Timing: a failed flit leaves again 2 latency + 1
/// cycles later, and the flits behind it follow at the channel's rate. Order is kept and nothing is
/// lost. The replay buffer holds as many flits as the credits allow to be under way, so it never
/// stops the sender.
class ChannelErrors {
 public:
  /// `chance` is the probability that a transmission of a flit fails. `name` keys the random
  /// stream.
  ChannelErrors(double chance, std::uint64_t seed, const std::string& name)
      : random_(seed, name), chance_(chance) {}

  /// Returns when a flit given to the channel in cycle `now` leaves for the transmission that
  /// succeeds. `latency` is from first bit out to last bit in; `flit_cycles` is the channel time of
  /// a flit.
  core::Cycle departure(core::Cycle now, unsigned latency, unsigned flit_cycles);
  [[nodiscard]] std::uint64_t replays() const { return replays_; }

 private:
  core::RandomStream random_;
  const double chance_;
  core::Cycle free_ = 0;  ///< First cycle in which the channel can take a new flit.
  std::uint64_t replays_ = 0;
};

}  // namespace gf::hw::router
