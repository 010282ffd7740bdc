// SPDX-License-Identifier: Apache-2.0
#include "hw/router/channel_errors.h"

#include <algorithm>

namespace gf::hw::router {

core::Cycle ChannelErrors::departure(core::Cycle now, unsigned latency, unsigned flit_cycles) {
  // The sender passes on a flit every flit_cycles, but an earlier replay may occupy the channel for
  // longer.
  core::Cycle leaves = std::max(now, free_);
  while (random_.uniform() < chance_) {
    // The flit goes out and the NAK comes back; the flit leaves again in the next cycle.
    leaves += 2 * core::Cycle{latency} + 1;
    ++replays_;
  }
  free_ = leaves + flit_cycles;
  return leaves;
}

}  // namespace gf::hw::router
