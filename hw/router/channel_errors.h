// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/random.h"
#include "core/time/clock_domain.h"

namespace gf::hw::router {

/// Errors of one channel and what its two ends do about them: go back N.
/// The receiver drops a flit whose check fails and all behind it, and says so; the sender sends
/// them again from its replay buffer. Timing: a flit that fails leaves again 2 latency + 1 cycles
/// later, those behind it follow as fast as the channel carries them, so order stays and nothing is
/// lost. The replay buffer
/// holds what the credits allow to be under way, so it is never what stops the sender.
class ChannelErrors {
 public:
  /// `chance` that a flit fails, each time it is sent. `name`: key of its random stream.
  ChannelErrors(double chance, std::uint64_t seed, const std::string& name)
      : random_(seed, name), chance_(chance) {}

  /// When a flit that is given to the channel in cycle `now` leaves for the time that gets through.
  /// `latency`: first bit out to last bit in; `flit_cycles`: that the channel carries a flit.
  core::Cycle departure(core::Cycle now, unsigned latency, unsigned flit_cycles);
  [[nodiscard]] std::uint64_t replays() const { return replays_; }

 private:
  core::RandomStream random_;
  const double chance_;
  core::Cycle free_ = 0;  ///< The channel carries the next new flit in this cycle or later.
  std::uint64_t replays_ = 0;
};

}  // namespace gf::hw::router
