// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <systemc>
#include <type_traits>

namespace gf::core {

/// Simulated time in units of the time resolution (1 fs): what sc_time holds inside. Hot paths
/// compare and add it; interfaces and parameters use sc_time.
using Ticks = std::uint64_t;
inline constexpr Ticks kNever = ~0ull;

namespace detail {
/// The kernel keeps its time in one place for the whole process. Found before main() begins, so
/// that a call of now_ticks(), of which a packet makes a dozen, is two loads and no test.
inline const sc_core::sc_time& kernel_time = sc_core::sc_time_stamp();
}  // namespace detail

/// Current time.
inline Ticks now_ticks() { return detail::kernel_time.value(); }

/// An sc_time holds its ticks and nothing else: copied in, because sc_time::from_value() is a call
/// into the kernel that looks up the current simulation each time.
inline sc_core::sc_time to_time(Ticks ticks) {
  static_assert(sizeof(sc_core::sc_time) == sizeof ticks &&
                std::is_standard_layout_v<sc_core::sc_time>);
  sc_core::sc_time time;
  std::memcpy(static_cast<void*>(&time), &ticks, sizeof ticks);
  return time;
}

/// Whole ticks, of 0 to 2^63 (two hours and a half). Through a signed number: that is one
/// instruction, where an unsigned one asks first how large it is.
inline Ticks whole_ticks(double ticks) {
  return static_cast<Ticks>(static_cast<std::int64_t>(ticks));
}

}  // namespace gf::core
