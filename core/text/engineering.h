// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/ticks.h"

namespace gf::core {

/// Returns a measured value for people to read: at most four significant digits and the SI prefix
/// that leaves one to three of them before the point. (1.234e-6, "s") gives "1.234 us", (11.6e9,
/// "B/s") gives "11.6 GB/s". Only s, B, B/s and Hz take a prefix; B, B/s and Hz take none below
/// one. A count keeps all its digits; counts and ratios show no unit. Any other unit is printed
/// unchanged, with six digits.
std::string engineering(double value, std::string_view unit);
/// Returns a span of simulated time in the same form.
std::string engineering(Ticks span);

}  // namespace gf::core
