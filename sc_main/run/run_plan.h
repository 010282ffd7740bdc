// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sc_main/cli/configured_platform.h"
#include "sc_main/run/run_options.h"

namespace gf::app {

/// `gpufabric run --dry-run`: the resolved configuration as an INI file that --config takes, with
/// what would be done in comments above it; with --json {platform, seed, directory, files,
/// parameters}. The directory is tried, so that one which would be refused is refused now; nothing
/// stays in it.
void print_run_plan(const ConfiguredPlatform& configured, const RunOptions& options);

}  // namespace gf::app
