// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "core/base/ticks.h"

namespace gf::test {

/// Runs everything that happens before `at`, and nothing at `at`.
inline void run_until_before(core::Ticks at) {
  sc_core::sc_start(core::to_time(at - 1 - core::now_ticks()));
  while (sc_core::sc_pending_activity_at_current_time()) sc_core::sc_start(sc_core::SC_ZERO_TIME);
}

/// Runs everything that happens up to and at `at`.
inline void run_through(core::Ticks at) {
  sc_core::sc_start(core::to_time(at - core::now_ticks()));
  while (sc_core::sc_pending_activity_at_current_time()) sc_core::sc_start(sc_core::SC_ZERO_TIME);
}

}  // namespace gf::test
