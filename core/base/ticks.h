// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <systemc>
#include <type_traits>

namespace gf::core {

/// Simulated time in units of the time resolution (1 fs), the number inside an sc_time. Hot paths
/// compare and add ticks; interfaces and parameters use sc_time.
using Ticks = std::uint64_t;
inline constexpr Ticks kNever = ~0ull;

namespace detail {
/// The kernel keeps its time in one place for the whole process. It is looked up before main()
/// begins, so that now_ticks(), called a dozen times for a packet, costs two loads and no test.
inline const sc_core::sc_time& kernel_time = sc_core::sc_time_stamp();
}  // namespace detail

/// Returns the current simulated time.
inline Ticks now_ticks() { return detail::kernel_time.value(); }

/// Copies the ticks into an sc_time, which holds nothing else. sc_time::from_value() would be a
/// call into the kernel that looks up the current simulation each time.
inline sc_core::sc_time to_time(Ticks ticks) {
  static_assert(sizeof(sc_core::sc_time) == sizeof ticks &&
                std::is_standard_layout_v<sc_core::sc_time>);
  sc_core::sc_time time;
  std::memcpy(static_cast<void*>(&time), &ticks, sizeof ticks);
  return time;
}

/// Returns whole ticks for a value of 0 to 2^63 (two hours and a half). It converts through a
/// signed number, which is one instruction; an unsigned conversion first tests the size.
inline Ticks whole_ticks(double ticks) {
  return static_cast<Ticks>(static_cast<std::int64_t>(ticks));
}

}  // namespace gf::core
