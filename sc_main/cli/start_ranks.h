// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "sc_main/cli/command.h"

namespace gf::app {

constexpr unsigned kMostRanks = 4096;  ///< Upper limit of an option.

/// Runs `run --ranks N`: starts mpirun on this machine with `ranks` processes of this program and
/// the same words, and waits for it. Ctrl-C, SIGTERM and SIGHUP reach all ranks, however early they
/// come, so they end together and mark their files as partial. mpirun and the ranks end when this
/// process ends for any reason. If there are more ranks than cores, they take turns. For root it
/// sets OMPI_ALLOW_RUN_AS_ROOT, which Open MPI requires.
/// Returns the exit code of rank 0, or kCheckFailed if a rank died. Throws UserError(kUsage)
/// without MPI or mpirun, and for words that must not reach it (executor_words.h).
core::ExitCode start_ranks(const Arguments& arguments, unsigned ranks);

/// Returns, in a rank, the signal that start_ranks() received. 0: there was none, or this process
/// is not one of its ranks. Any thread may call it.
int signal_to_ranks();

/// Ends all ranks. In a rank it does not return: start_ranks() prints `reason`, one line, kills all
/// ranks and returns `code`. Any thread may call it. In other processes it does nothing.
void end_all_ranks(core::ExitCode code, const std::string& reason);

/// Returns the exit code of this rank's process for `code`. Rank 0 reports for all ranks: it passes
/// its code to start_ranks() in a file, because mpirun comments on every exit code but 0.
int rank_exit_code(core::ExitCode code);

}  // namespace gf::app
