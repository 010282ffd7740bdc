// SPDX-License-Identifier: Apache-2.0
#include "core/param/plausible.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <type_traits>
#include <vector>

#include "core/base/units.h"
#include "core/param/params.h"

namespace gf::core {
namespace {

constexpr const char* kHalfToTwice = "no range is declared: half to twice the default";
constexpr std::uint64_t kSmallestDoubled = 4;

double number(const sc_core::sc_time& value) { return value.to_seconds(); }
double number(Bytes value) { return static_cast<double>(value.count()); }
double number(ByteRate value) { return value.bytes_per_second(); }
template <class Number>
double number(Number value) {
  return static_cast<double>(value);
}

/// Four digits are enough for a guess and keep commands and tables short.
double rounded(double value) { return std::stod(fmt::format("{:.4g}", value)); }

template <class T>
T made(double value) {
  if constexpr (std::is_same_v<T, sc_core::sc_time>)
    return sc_core::sc_time(value, sc_core::SC_SEC);
  else if constexpr (std::is_same_v<T, Bytes>)
    return Bytes(static_cast<std::uint64_t>(std::llround(value)));
  else if constexpr (std::is_same_v<T, ByteRate>)
    return ByteRate(value);
  else if constexpr (std::is_integral_v<T>)
    return static_cast<T>(std::llround(value));
  else
    return value;
}

template <class T>
std::string text(const T& value) {
  if constexpr (std::is_arithmetic_v<T>)
    return fmt::format("{}", value);
  else
    return to_text(value);
}

bool is_power_of_two(std::uint64_t n) { return n != 0 && (n & (n - 1)) == 0; }

template <class T>
constexpr bool kWhole = std::is_integral_v<T> || std::is_same_v<T, Bytes>;

/// The values that exist between two ends.
struct Steps {
  bool doubled = false;
  double unit = 0;  ///< Only multiples of it; 0: any value.
};

template <class T>
Steps steps_of(const T& default_value, const Limits<T>& legal) {
  Steps steps;
  if constexpr (kWhole<T>) {
    const auto whole = static_cast<std::uint64_t>(number(default_value));
    const bool doubles = std::is_same_v<T, Bytes> || whole >= kSmallestDoubled;
    steps.doubled = legal.power_of_two || (doubles && is_power_of_two(whole));
    steps.unit = 1;
    if (std::is_same_v<T, Bytes>) steps.unit = static_cast<double>(whole & (~whole + 1));
    if (legal.multiple_of) steps.unit = number(*legal.multiple_of);
    // `doubled` has precedence over `unit`: 2 KiB, a multiple of 128 B, is doubled and halved.
  }
  return steps;
}

/// Returns the largest whole step not above `value`, or (`up`) the smallest not below it.
double on_step(double value, const Steps& steps, bool up) {
  if (steps.doubled) {
    const double power = std::log2(value);
    return std::exp2(up ? std::ceil(power - 1e-9) : std::floor(power + 1e-9));
  }
  if (steps.unit == 0) return value;
  return steps.unit * (up ? std::ceil(value / steps.unit) : std::floor(value / steps.unit));
}

struct Ends {
  double low = 0;
  double high = 0;
};

template <class T>
Ends ends_of(const T& default_value, const Limits<T>& legal, const Plausible<T>& given,
             const Steps& steps, bool declared) {
  const double value = number(default_value);
  Ends ends = declared ? Ends{number(*given.low), number(*given.high)}
                       : Ends{on_step(value / 2, steps, true), on_step(2 * value, steps, false)};
  if (legal.low) ends.low = std::max(ends.low, number(*legal.low));
  if (legal.high) ends.high = std::min(ends.high, number(*legal.high));
  return ends;
}

/// Returns the value at `share` of a range of real, whole or doubled values.
double value_at(double share, const Ends& ends, const Steps& steps) {
  if (steps.doubled && ends.low > 0) {
    const double first = std::ceil(std::log2(ends.low) - 1e-9);
    const double last = std::floor(std::log2(ends.high) + 1e-9);
    return std::exp2(first + std::min(std::floor(share * (last - first + 1)), last - first));
  }
  // Each whole value gets the range from half a step below to half a step above it.
  const double room = steps.unit / 2;
  const double low = ends.low - room, high = ends.high + room;
  const double value = low > 0 ? low * std::pow(high / low, share) : low + share * (high - low);
  const double whole = steps.unit == 0 ? value : steps.unit * std::round(value / steps.unit);
  return std::clamp(whole, ends.low, ends.high);
}

double share_of(double value, const Ends& ends) {
  if (ends.low > 0) return std::log(value / ends.low) / std::log(ends.high / ends.low);
  return (value - ends.low) / (ends.high - ends.low);
}

template <class T>
PlausibleRange ranged(const T& default_value, const Limits<T>& legal, const Plausible<T>& given) {
  PlausibleRange range;
  const bool stated = given.low && given.high;
  if (!stated && *given.why != '\0') {
    range.why = given.why;
    return range;
  }
  const bool meant = !given.of || (!(*given.of < default_value) && !(default_value < *given.of));
  range.declared =
      stated && meant && !(default_value < *given.low) && !(*given.high < default_value);
  range.why = range.declared ? given.why : kHalfToTwice;
  if (!range.declared && !(number(default_value) > 0)) {
    range.why = "0 has no half and no double";
    return range;
  }
  const Steps steps = steps_of(default_value, legal);
  const Ends ends = ends_of(default_value, legal, given, steps, range.declared);
  range.low = text(made<T>(ends.low));
  range.high = text(made<T>(ends.high));
  if (!(ends.low < ends.high)) {
    range.why = "no other value is legal";
    return range;
  }
  range.at = [ends, steps](double share) {
    const double drawn = value_at(share, ends, steps);
    const T value = made<T>(kWhole<T> ? drawn : rounded(drawn));
    // Rounding to four digits may pass an end that has more digits.
    const double inside = std::clamp(number(value), ends.low, ends.high);
    const bool moved = inside != number(value);
    return PlausibleRange::Point{text(moved ? made<T>(inside) : value), share_of(inside, ends)};
  };
  return range;
}

template <class T>
PlausibleRange ranged(const T&, const Texts&, const Plausible<T>& given) {
  return {"", "", *given.why != '\0' ? given.why : "a choice", false, {}};
}
PlausibleRange ranged(const std::vector<unsigned>&, const Limits<unsigned>&,
                      const Plausible<std::vector<unsigned>>& given) {
  return {"", "", *given.why != '\0' ? given.why : "a list", false, {}};
}
PlausibleRange ranged(const bool&, const Limits<bool>&, const Plausible<bool>& given) {
  return {"", "", *given.why != '\0' ? given.why : "a choice", false, {}};
}

}  // namespace

Provenance provenance_of(std::string_view source) {
  if (source.find("assumed") != std::string_view::npos) return Provenance::kAssumed;
  if (source.find("calibrated") != std::string_view::npos) return Provenance::kCalibrated;
  return Provenance::kSourced;
}

template <class T, class Limits>
PlausibleRange plausible_range(const T& default_value, const Limits& legal,
                               const Plausible<T>& given) {
  return ranged(default_value, legal, given);
}

#define GF_PLAUSIBLE_TYPE(T)                                                      \
  template PlausibleRange plausible_range<T, Legal<T>>(const T&, const Legal<T>&, \
                                                       const Plausible<T>&);
GF_PLAUSIBLE_TYPE(sc_core::sc_time)
GF_PLAUSIBLE_TYPE(Bytes)
GF_PLAUSIBLE_TYPE(ByteRate)
GF_PLAUSIBLE_TYPE(unsigned)
GF_PLAUSIBLE_TYPE(std::uint64_t)
GF_PLAUSIBLE_TYPE(double)
GF_PLAUSIBLE_TYPE(bool)
GF_PLAUSIBLE_TYPE(std::string)
GF_PLAUSIBLE_TYPE(std::vector<unsigned>)
#undef GF_PLAUSIBLE_TYPE

}  // namespace gf::core
