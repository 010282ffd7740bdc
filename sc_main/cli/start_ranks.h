// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "sc_main/cli/command.h"

namespace gf::app {

constexpr int kMostRanks = 4096;  ///< That an option asks for.

/// `run --ranks N`: starts mpirun on this machine with `ranks` of this program, which get the same
/// words, and waits for it. Ctrl-C, SIGTERM and SIGHUP go to all of them, however early they come,
/// so that they end together and mark what they write. mpirun and the ranks end when this process
/// does, however that ends. More ranks than cores take turns. For root it gives Open MPI the
/// consent that it asks root for (OMPI_ALLOW_RUN_AS_ROOT).
/// Returns what rank 0 ends with; kCheckFailed when a rank has died. Throws UserError(kUsage)
/// without MPI or mpirun, and for words that must not reach it (executor_words.h).
core::ExitCode start_ranks(const Arguments& arguments, unsigned ranks);

/// Returns in a rank the signal that start_ranks() received; 0: none, or this is no rank of it. Any
/// thread may call it.
int signal_to_ranks();

/// In a rank, from any thread, it does not return: start_ranks() prints `reason`, one line, kills
/// all ranks and returns `code`. In any other process it does nothing.
void end_all_ranks(core::ExitCode code, const std::string& reason);

/// Returns the exit code of this rank's process for `code`. Rank 0 speaks for all ranks: it passes
/// its code to start_ranks() in a file, because mpirun comments on every exit code but 0.
int rank_exit_code(core::ExitCode code);

}  // namespace gf::app
