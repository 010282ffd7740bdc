// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gf::core {

/// The values that a guessed parameter may have instead of its default, and why: within them the
/// model would still be the same machine. plausible() makes one.
template <class T>
struct Plausible {
  std::optional<T> low;
  std::optional<T> high;
  const char* why = "";
  std::optional<T> of;  ///< The default that the range was declared for; nothing: any default
                        ///< inside the range.
};
/// Both ends are inclusive. `why`: what is known of such machines, or how wrong the guess may be.
template <class T>
Plausible<T> plausible(T low, T high, const char* why) {
  return {low, high, why, std::nullopt};
}

/// Marks an unpublished parameter as a choice of the experiment, not a guess about the machine: a
/// problem size, a measuring time, what is observed. It keeps its value.
struct ExperimentChoice {
  const char* why;
  template <class T>
  operator Plausible<T>() const {  // NOLINT: used in place of a Plausible
    return {std::nullopt, std::nullopt, why, std::nullopt};
  }
};
inline ExperimentChoice experiment_choice(const char* why) { return {why}; }

/// Where the default that an owner has given a parameter comes from, in place of what the
/// parameter's declaration says of its own.
struct DefaultSource {
  /// Plausible values of any type, as texts that the parameter parses.
  struct Range {
    std::string low;
    std::string high;
    const char* why;
  };
  DefaultSource(const char* text) : source(text) {}             // NOLINT: a text is a source
  DefaultSource(std::string text) : source(std::move(text)) {}  // NOLINT
  DefaultSource(std::string text, Range range)
      : source(std::move(text)), plausible(std::move(range)) {}

  std::string source;
  std::optional<Range> plausible;  ///< Empty: as declared.
};
/// Sources by parameter; the last one of a name counts.
using DefaultSources = std::vector<std::pair<std::string, DefaultSource>>;

/// A non-deduced context: the argument is converted to T and takes no part in template deduction.
template <class T>
struct NonDeduced {
  using type = T;
};
template <class T>
using PlausibleOf = typename NonDeduced<Plausible<T>>::type;

/// Where the default of a parameter comes from, according to its source text.
enum class Provenance { kSourced, kAssumed, kCalibrated };
/// Returns kAssumed for a source with the word "assumed", kCalibrated for one with "calibrated" but
/// not "assumed".
Provenance provenance_of(std::string_view source);

/// The plausible values of a parameter of any type, as texts. If `at` is empty there is nothing to
/// choose: the parameter keeps its value, and `why` gives the reason.
struct PlausibleRange {
  /// A value in the range.
  struct Point {
    std::string text;  ///< In the form that the parameter parses.
    double share = 0;  ///< Position of the value after rounding: 0 at `low`, 1 at `high`.
  };
  std::string low;
  std::string high;
  std::string why;
  bool declared = false;  ///< False: it is the default range, half to twice, within the legal
                          ///< limits.
  /// Returns the value at `share`, 0 ... 1, of the way from low to high, rounded to a legal value.
  /// Equal steps of `share` are equal ratios, or equal distances if `low` is 0.
  std::function<Point(double share)> at;
};

/// Returns the range of a parameter with this default. The declared range does not apply if a
/// platform or a preset replaced its default, or if the default lies outside it. Then the standard
/// range is used: half to twice as much, within `low` ... `high` of `legal`.
/// Rounding follows how hardware is built. Bytes that are a power of two, and integers that are one
/// from 4 on, are doubled and halved. Other bytes are multiples of the largest power of two that
/// divides the default.
/// 0, choices, flags and lists have no standard range. `Limits` is core::Legal<T>; instantiated for
/// the types that ParamScope::add() takes.
template <class T, class Limits>
PlausibleRange plausible_range(const T& default_value, const Limits& legal,
                               const Plausible<T>& given);

}  // namespace gf::core
