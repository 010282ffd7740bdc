// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gf::core {

/// One figure that a run reports: `results` of stats.json maps name to {value, unit}.
struct ResultValue {
  std::string name;  ///< Unique in its run.
  double value = 0;
  std::string unit;
};

/// Describes a result or a file for `gpufabric help PLATFORM`, before there is a run. Results are
/// made from their notes, so names and units are written once.
struct OutputNote {
  const char* name;  ///< "*" stands for a number, a size or a class: "comm_*.end".
  const char* unit;  ///< Empty for a file.
  const char* meaning;
  const char* condition = "";  ///< The runs that give it: "schedules". Empty: all runs.

  /// Returns the note with a condition.
  [[nodiscard]] constexpr OutputNote only(const char* needed) const {
    return {name, unit, meaning, needed};
  }
  /// Returns the result with this value; `star` replaces the "*" of the name.
  template <class Number>
  [[nodiscard]] ResultValue result(Number value, const std::string& star = "") const {
    std::string full = name;
    if (!star.empty()) full.replace(full.find('*'), 1, star);
    return {full, static_cast<double>(value), unit};
  }
  /// Returns "meaning (condition)".
  [[nodiscard]] std::string text() const {
    return *condition == '\0' ? meaning : std::string(meaning) + " (" + condition + ")";
  }
};

}  // namespace gf::core
