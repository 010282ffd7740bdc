// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/ticks.h"

namespace gf::core {

/// A measured value for human eyes: at most four significant digits and the SI prefix that leaves
/// one to three of them before the point: (1.234e-6, "s") -> "1.234 us", (11.6e9, "B/s") ->
/// "11.6 GB/s". Only s, B, B/s and Hz take a prefix; bytes take none below one. A count keeps all
/// its digits; counts and ratios show no unit; any other unit is printed as it is, with six digits.
std::string engineering(double value, std::string_view unit);
/// The same of a span of simulated time.
std::string engineering(Ticks span);

}  // namespace gf::core
