// SPDX-License-Identifier: Apache-2.0
#include "hw/router/channel_errors.h"

#include <algorithm>

namespace gf::hw::router {

core::Cycle ChannelErrors::departure(core::Cycle now, unsigned latency, unsigned flit_cycles) {
  core::Cycle leaves = std::max(now, free_);
  while (random_.uniform() < chance_) {
    leaves += 2 * core::Cycle{latency} + 1;
    ++replays_;
  }
  free_ = leaves + flit_cycles;
  return leaves;
}

}  // namespace gf::hw::router
