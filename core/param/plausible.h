// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace gf::core {

/// What a parameter that is a guess may be instead of its default, and why: where the model would
/// still be the machine. plausible() makes one.
template <class T>
struct Plausible {
  std::optional<T> low;
  std::optional<T> high;
  const char* why = "";
  std::optional<T> of;  ///< The default that it was declared with; nothing: whatever lies in it.
};
/// Both ends inclusive. `why`: what is known of such machines, or how far the guess may be off.
template <class T>
Plausible<T> plausible(T low, T high, const char* why) {
  return {low, high, why, std::nullopt};
}

/// Says of a parameter that it is no guess of how the machine is, although nobody published it: the
/// size of a problem, how long is measured, what is looked at. It stays as it is.
struct Asked {
  const char* why;
  template <class T>
  operator Plausible<T>() const {  // NOLINT: stands where a Plausible does
    return {std::nullopt, std::nullopt, why, std::nullopt};
  }
};
inline Asked asked(const char* why) { return {why}; }

/// A non-deduced context: the argument is converted to T and takes no part in template deduction.
template <class T>
struct Stated {
  using type = T;
};
template <class T>
using PlausibleOf = typename Stated<Plausible<T>>::type;

/// Where the default of a parameter comes from, as its source tells.
enum class Standing { kSourced, kAssumed, kCalibrated };
/// kAssumed for a source with the word "assumed", kCalibrated for one with "calibrated" without it.
Standing standing_of(std::string_view source);

/// The same for a parameter of any type, in texts: what a guess may be instead. Nothing to choose
/// from (`at` is empty): it stays as it is, and `why` says so.
struct PlausibleRange {
  /// A value in the range.
  struct Point {
    std::string text;  ///< As the parameter is read.
    double share = 0;  ///< Where the value lies, after its rounding: 0 at `low`, 1 at `high`.
  };
  std::string low;
  std::string high;
  std::string why;
  bool declared = false;  ///< Else it is the default one: half to twice, within the legal limits.
  /// The value at `share`, 0 ... 1, of the way from low to high: at equal ratios (from 0: at equal
  /// distances), rounded to what the parameter may be.
  std::function<Point(double share)> at;
};

/// The range of a parameter with this default. The declared range does not apply if a
/// platform or a preset replaced its default, or if the default lies outside it. Then the standard
/// range is used: half to twice as much, within `low` ... `high` of `legal`;
/// bytes that are a power of two, and integers that are one from 4 on, are doubled and halved, as
/// hardware is built; other bytes are multiples of the largest power of two that divides the
/// default. 0, choices, flags and lists stay. `Limits` is core::Legal<T>; instantiated for the
/// types that ParamScope::add() takes.
template <class T, class Limits>
PlausibleRange plausible_range(const T& standard, const Limits& legal, const Plausible<T>& given);

}  // namespace gf::core
