// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>

#include "platforms/platform.h"

namespace gf::app {

/// Returns the platform of this name, or null.
const platforms::PlatformEntry* find_platform(const std::string& name);

/// Prints `gpufabric help PLATFORM`: its description, its parameters with defaults, its results
/// with units, and the files in a run's directory.
void print_platform_help(std::ostream& out, const platforms::PlatformEntry& entry);
/// Prints the same as JSON: {name, source, summary, parameters: [as of `params --json`], results:
/// [{name, unit, meaning}], files: [{name, meaning}]}.
void print_platform_help_json(std::ostream& out, const platforms::PlatformEntry& entry);

}  // namespace gf::app
