// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ticks.h"

namespace gf::core {

/// When somebody who has no event looks at the simulation next: a sampler, the end of the run. Who
/// acts ahead of the simulated time does so for dates before this one alone. run_simulation() sets
/// it; kNever: nobody looks.
inline Ticks& next_look() {
  static Ticks at = kNever;
  return at;
}

}  // namespace gf::core
