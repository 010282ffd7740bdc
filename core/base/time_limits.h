// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <systemc>

#include "core/base/ticks.h"

namespace gf::core {

/// sc_time counts femtoseconds in 64 bits: 18,446 s, and then it begins anew without a word. What
/// follows keeps every time and every sum of times within it.

inline constexpr Ticks kSecond = 1'000'000'000'000'000;
/// Most that a time parameter may be where its declaration says no less.
inline constexpr Ticks kLongestParam = kSecond;
/// Longest step that a model may schedule at once.
inline constexpr Ticks kLongestStep = 1000 * kSecond;
/// A simulation that comes so far is refused: half of what sc_time holds, so that the sum of now
/// and any step, also of several one after the other, is a date that exists.
inline constexpr Ticks kEndOfTime = 1ull << 63;  // 9,223 s
/// Slowest clock of a platform: a billion cycles of it are kLongestStep.
inline constexpr Ticks kLongestClock = kSecond / 1'000'000;

/// `seconds` as a time, rounded to the resolution. Throws UserError(kUsage) when it is no number
/// or longer than kLongestStep: "<what> takes <seconds> s, ...".
sc_core::sc_time step_of(double seconds, const std::string& what);

/// `count` times `time`; throws as step_of().
sc_core::sc_time repeated(const sc_core::sc_time& time, double count, const std::string& what);

/// Throws UserError(kUsage) when the date `at` lies beyond kEndOfTime.
void check_end_of_time(Ticks at);

}  // namespace gf::core
