// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ticks.h"

namespace gf::core {

/// Next time at which an observer without an event looks at the simulation: a sampler, or the end
/// of the run. Code that acts ahead of the simulated time may do so only before this time. Set by
/// run_simulation(); kNever: nothing looks.
inline Ticks& next_observation() {
  static Ticks at = kNever;
  return at;
}

}  // namespace gf::core
