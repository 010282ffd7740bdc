// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "sc_main/many/sweep_options.h"

namespace gf::app {

// Other machines make the points of a sweep by calling `gpufabric sweep ... --only K`; what they
// made is in the store, which they share with this one.

/// In options.outdir: what an executor and its points had to say.
constexpr const char* kExecutorLog = "sweep.log";

/// The command of a point for a shell, with `number` in the place of K ("3", "\"$k\"").
std::string point_command(const SweepOptions& options, const std::filesystem::path& store,
                          const std::string& number);

/// A job array of all points, for sbatch: at most 1,000 tasks, which share the points evenly, since
/// Slurm takes 1,001 unless told otherwise. A task has a core for each rank, on one machine, where
/// the program starts them itself.
std::string sbatch_script(const SweepOptions& options, const std::filesystem::path& store);

/// Lets the executor that the options name make the points, and returns when it is done or
/// `interrupted` answers true; then it has ended what it began. GNU parallel on options.hosts is
/// given a file of commands, sweep.jobs, a job array of Slurm the script sweep.sbatch, both in
/// options.outdir. Points that fail are none of its business. Throws UserError(kUsage), naming the
/// Debian package, when the executor is not there, and with its words when Slurm refuses the job.
void run_elsewhere(const SweepOptions& options, const std::filesystem::path& store,
                   const std::function<bool()>& interrupted);

}  // namespace gf::app
