// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>

namespace gf::core {

/// Simulated time in units of the time resolution (1 fs): what sc_time holds inside. Hot paths
/// compare and add it; interfaces and parameters use sc_time.
using Ticks = std::uint64_t;
inline constexpr Ticks kNever = ~0ull;

/// Current time. The kernel keeps it in one place for the whole process: one load a call.
inline Ticks now_ticks() {
  static const sc_core::sc_time& now = sc_core::sc_time_stamp();
  return now.value();
}
inline sc_core::sc_time to_time(Ticks ticks) { return sc_core::sc_time::from_value(ticks); }

}  // namespace gf::core
