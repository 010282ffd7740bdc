// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "sc_main/many/sweep_design.h"

namespace gf::app {

// Other machines make the points of a sweep by calling `gpufabric sweep ... --only K`. They put the
// results into the store, which they share with this machine.

/// Output of an executor and its points, in options.outdir.
constexpr const char* kExecutorLog = "sweep.log";

/// Returns the shell command of a point, with `number` in place of K ("3", "\"$k\"").
std::string point_command(const SweepOptions& options, const std::filesystem::path& store,
                          const std::string& number);

/// Returns a job array of all points, for sbatch. It has at most 1,000 tasks, which share the
/// points evenly, because Slurm's default limit is 1,001. A task has one core per rank, on one
/// machine, where the program itself starts the ranks.
std::string sbatch_script(const SweepOptions& options, const std::filesystem::path& store);

/// Lets the executor named by the options make the points. Returns when it is done or `interrupted`
/// returns true, after ending what it began. GNU parallel, for options.hosts, gets a file of
/// commands, sweep.jobs. Slurm gets the script of a job array, sweep.sbatch. Both are in
/// options.outdir. Failing points are not handled here. Throws UserError(kUsage) that names the
/// Debian package if the executor is missing, and with Slurm's message if it refuses the job.
void run_elsewhere(const SweepOptions& options, const std::filesystem::path& store,
                   const std::function<bool()>& interrupted);

}  // namespace gf::app
