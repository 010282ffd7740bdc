// SPDX-License-Identifier: Apache-2.0
#include "core/text/engineering.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gf::core {
namespace {

constexpr std::string_view kPrefixes[] = {"f", "p", "n", "u", "m", "", "k", "M", "G", "T", "P"};
constexpr int kNoPrefix = 5;
constexpr int kLastPrefix = 10;

/// Returns how often 1000 divides `value` after rounding to four digits (999.96 is 1000).
int thousands(double value) {
  const std::string text = fmt::format("{:.3e}", value);
  const int exponent = std::stoi(text.substr(text.find('e') + 1));
  return static_cast<int>(std::floor(exponent / 3.0));
}

std::string prefixed(double value, std::string_view unit, int smallest) {
  const int prefix =
      std::clamp(value == 0 ? 0 : thousands(value), smallest, kLastPrefix - kNoPrefix);
  return fmt::format("{:.4g} {}{}", value * std::pow(10.0, -3 * prefix),
                     kPrefixes[kNoPrefix + prefix], unit);
}

}  // namespace

std::string engineering(double value, std::string_view unit) {
  if (std::isfinite(value)) {
    if (unit == "s") return prefixed(value, unit, -kNoPrefix);
    if (unit == "B" || unit == "B/s" || unit == "Hz") return prefixed(value, unit, 0);
    if (unit == "count") return fmt::format("{}", value);
  }
  if (unit.empty() || unit == "ratio") return fmt::format("{:.6g}", value);
  return fmt::format("{:.6g} {}", value, unit);
}

std::string engineering(Ticks span) { return engineering(to_time(span).to_seconds(), "s"); }

}  // namespace gf::core
