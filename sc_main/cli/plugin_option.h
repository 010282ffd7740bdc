// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sc_main/cli/command.h"

namespace gf::app {

/// Loads what each `--plugin FILE` in front of the command names (core/run/plugins.h), and returns the
/// words from the command on. Throws UserError(kUsage): no FILE behind the option, or as
/// load_plugin().
Arguments without_plugins(const Arguments& words);

}  // namespace gf::app
