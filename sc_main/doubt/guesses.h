// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/param/params.h"

namespace gf::app {

/// One thing that nobody published: all parameters of a machine that have the same last name,
/// source and default stand for it, and the same meaning where the source says no more than
/// "assumed": "propagation" of every PCIe port.
struct Guess {
  std::string name;                ///< The path of the one, "*.propagation" of several.
  std::vector<std::string> paths;  ///< Of its parameters.
  std::string standard;            ///< Text of the default.
  std::string meaning;
  std::string source;
  core::PlausibleRange range;

  [[nodiscard]] bool varies() const { return range.at != nullptr; }
  /// What makes two parameters, also of two platforms, one guess.
  [[nodiscard]] std::string identity() const;
};

/// The guesses among parameters that have their default values: what is "assumed", and what is
/// "calibrated" if `calibrated`. What was set is no guess of the model's. In the order of the rows.
std::vector<Guess> guesses_of(const std::vector<core::ParamRow>& rows, bool calibrated);

/// Those that vary.
std::vector<Guess> varying(std::vector<Guess> guesses);

/// "NAME=VALUE" for each parameter of the guess.
std::vector<std::string> settings_of(const Guess& guess, const std::string& value);

}  // namespace gf::app
