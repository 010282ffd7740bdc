// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sc_main/cli/command.h"

namespace gf::app {

/// Loads the FILE of each `--plugin FILE` before the command (core/run/plugins.h). Returns the
/// words from the command on. Throws UserError(kUsage) if FILE is missing, and the errors of
/// load_plugin().
Arguments without_plugins(const Arguments& words);

}  // namespace gf::app
