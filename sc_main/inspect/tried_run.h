// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/error.h"
#include "sc_main/cli/command.h"

namespace gf::app {

/// The end of a command.
struct TriedRun {
  core::ExitCode code = core::ExitCode::kDone;
  std::string message;  ///< Its error, without the leading "gpufabric: "; empty: none.
};

/// Returns the result of `gpufabric run WORDS... --dry-run`. A child process builds the machine,
/// because SystemC elaborates once per process, and simulates nothing. User defaults do not apply.
/// Throws std::runtime_error if a signal ends the child or it cannot be started.
TriedRun try_run(Arguments words);

}  // namespace gf::app
