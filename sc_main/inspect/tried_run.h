// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/error.h"
#include "sc_main/cli/command.h"

namespace gf::app {

/// How a command ended.
struct TriedRun {
  core::ExitCode code = core::ExitCode::kDone;
  std::string message;  ///< Its error, without "gpufabric: " in front; empty when there is none.
};

/// Returns the answer of `gpufabric run WORDS... --dry-run`. A child process builds the machine,
/// because SystemC elaborates once a process, and simulates nothing. User defaults do not count.
/// Throws std::runtime_error when the child is ended by a signal or cannot be started.
TriedRun try_run(Arguments words);

}  // namespace gf::app
