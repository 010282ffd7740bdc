// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "sc_main/sweep_options.h"

namespace gf::app {

// Other machines make the points of a sweep by calling `gpufabric sweep ... --only K`; what they
// made is in the store, which they share with this one.

/// The command of a point for a shell, with `number` in the place of K ("{}",
/// "$SLURM_ARRAY_TASK_ID").
std::string point_command(const SweepOptions& options, const std::filesystem::path& store,
                          const std::string& number);

/// A job array of all points, for sbatch.
std::string sbatch_script(const SweepOptions& options, const std::filesystem::path& store);

/// Lets GNU parallel make the points on options.hosts; returns when it is done. Throws
/// UserError(kUsage), naming the Debian package, when there is no GNU parallel.
void run_by_parallel(const SweepOptions& options, const std::filesystem::path& store);

/// Writes sweep.sbatch into options.outdir, submits it and waits. Throws UserError(kUsage), naming
/// the file and the Debian package, when there is no sbatch or it refuses.
void run_by_slurm(const SweepOptions& options, const std::filesystem::path& store);

}  // namespace gf::app
