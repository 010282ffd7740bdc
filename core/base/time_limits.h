// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <systemc>

#include "core/base/ticks.h"

namespace gf::core {

/// sc_time counts femtoseconds in 64 bits: 18,446 s, and then it wraps around silently. These
/// limits and functions keep every time and every sum of times within that range.

inline constexpr Ticks kSecond = 1'000'000'000'000'000;
/// Upper limit of a time parameter whose declaration gives none.
inline constexpr Ticks kLongestParam = kSecond;
/// Longest step that a model may schedule at once.
inline constexpr Ticks kLongestStep = 1000 * kSecond;
/// A simulation that reaches this time is refused. It is half the range of sc_time, so that now
/// plus any step, or several steps in a row, stays within that range.
inline constexpr Ticks kEndOfTime = 1ull << 63;  // 9,223 s
/// Slowest clock of a platform: a billion cycles take kLongestStep.
inline constexpr Ticks kLongestClock = kSecond / 1'000'000;

/// Returns `seconds` as a time, rounded to the resolution. Throws UserError(kUsage) if it is not a
/// number or longer than kLongestStep: "<what> takes <seconds> s, ...".
sc_core::sc_time step_of(double seconds, const std::string& what);

/// Returns `count` times `time`; throws like step_of().
sc_core::sc_time repeated(const sc_core::sc_time& time, double count, const std::string& what);

/// Throws UserError(kUsage) when the time `at` lies beyond kEndOfTime.
void check_end_of_time(Ticks at);

}  // namespace gf::core
