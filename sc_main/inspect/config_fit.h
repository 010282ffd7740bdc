// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/text/ini.h"

namespace gf::app {

/// Which platforms take a file of parameters (`run PLATFORM --config FILE`).
struct ConfigFit {
  std::vector<std::string> platforms;  ///< Those that take all of it, in the order of `list`.
  std::size_t parameters = 0;          ///< Lines of the file that set one.
};

/// Declares every platform with the file, as `run` does, and builds none. Throws UserError when
/// none takes it: what the platform says whose names are nearest, and which one that is.
ConfigFit fit_config(const std::string& file);

/// Whether some platform has, at its defaults, a parameter that `name` is, or matches as a glob, or
/// is two letters away from.
bool is_near_parameter(const std::string& name);

}  // namespace gf::app
