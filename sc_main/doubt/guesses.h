// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/param/params.h"

namespace gf::app {

/// One unpublished quantity, used by all parameters of a machine with the same last name, source
/// and default. If the source is only "assumed", their meaning must be the same too. Example:
/// "propagation" of every PCIe port.
struct Guess {
  std::string name;                ///< The path of a single parameter, or "*.propagation" for
                                   ///< several.
  std::vector<std::string> paths;  ///< Paths of its parameters.
  std::string default_value;       ///< Text of the default.
  std::string meaning;
  std::string source;
  core::PlausibleRange range;

  [[nodiscard]] bool varies() const { return range.at != nullptr; }
  /// Returns a key that is equal for two parameters, even of two platforms, if they are one guess.
  [[nodiscard]] std::string identity() const;
};

/// Returns the guesses among parameters with default values: those with source "assumed", and
/// "calibrated" if `calibrated`. Parameters that were set are no guesses. In the order of the rows.
std::vector<Guess> guesses_of(const std::vector<core::ParamRow>& rows, bool calibrated);

/// Returns the guesses that vary.
std::vector<Guess> varying(std::vector<Guess> guesses);

/// Returns "NAME=VALUE" for each parameter of the guess.
std::vector<std::string> settings_of(const Guess& guess, const std::string& value);

}  // namespace gf::app
