// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>

#include "platforms/platform.h"

namespace gf::app {

/// The platform of this name, or nothing.
const platforms::PlatformEntry* find_platform(const std::string& name);

/// `gpufabric help PLATFORM`: what it is, its parameters at their defaults, its results with units,
/// and what the directory of a run holds.
void print_platform_help(std::ostream& out, const platforms::PlatformEntry& entry);
/// The same: {name, source, summary, parameters: [as of `params --json`], results: [{name, unit,
/// meaning}], files: [{name, meaning}]}.
void print_platform_help_json(std::ostream& out, const platforms::PlatformEntry& entry);

}  // namespace gf::app
