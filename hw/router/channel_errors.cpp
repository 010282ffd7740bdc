// SPDX-License-Identifier: Apache-2.0
#include "hw/router/channel_errors.h"

#include <algorithm>

namespace gf::hw::router {

core::Cycle ChannelErrors::departure(core::Cycle now, unsigned latency, unsigned flit_cycles) {
  // The sender gives a flit each flit_cycles, but a replay before this one may keep the channel
  // longer.
  core::Cycle leaves = std::max(now, free_);
  while (random_.uniform() < chance_) {
    // The flit goes out, the answer that it failed comes back, and it leaves in the cycle after
    // that.
    leaves += 2 * core::Cycle{latency} + 1;
    ++replays_;
  }
  free_ = leaves + flit_cycles;
  return leaves;
}

}  // namespace gf::hw::router
