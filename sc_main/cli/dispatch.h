// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "sc_main/cli/command.h"

namespace gf::app {

/// Runs `gpufabric WORDS...`: --help, --version, help COMMAND, or a subcommand. Turns every error
/// into one line on stderr, "gpufabric: <message>", and its exit code.
core::ExitCode dispatch(const Arguments& words);

}  // namespace gf::app
