// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sc_main/cli/configured_platform.h"
#include "sc_main/run/run_settings.h"

namespace gf::app {

/// Prints `gpufabric run --dry-run`: the resolved configuration as an INI file for --config,
/// preceded by comments that say what would be done. With --json it prints {platform, seed,
/// directory, files, parameters}. The directory is tested, so errors show now, but nothing is left
/// in it.
void print_run_plan(const ConfiguredPlatform& configured, const RunSettings& options);

}  // namespace gf::app
