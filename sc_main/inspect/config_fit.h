// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/text/ini.h"

namespace gf::app {

/// The platforms that accept a file of parameters (`run PLATFORM --config FILE`).
struct ConfigFit {
  std::vector<std::string> platforms;  ///< Those that accept the whole file, in the order of
                                       ///< `list`.
  std::size_t parameters = 0;          ///< Lines of the file that set a parameter.
};

/// Declares every platform with the file, as `run` does, but builds none. Throws UserError if none
/// accepts it: the error of the platform with the nearest names, and that platform's name.
ConfigFit fit_config(const std::string& file);

/// Returns whether `name` is close to a parameter of some platform at its defaults: equal to it,
/// matching it as a glob, or at most two letters away.
bool is_near_parameter(const std::string& name);

}  // namespace gf::app
