// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "runs/pool.h"
#include "runs/request.h"
#include "sc_main/run/dry_run.h"

namespace gf::app {

/// For PoolOptions::facts: returns this program's revision, the platform, each parameter in force
/// (for a file the hash of its content) and the options. Throws the UserErrors of `gpufabric run`.
std::string run_facts(const runs::Request& request,
                      const std::map<std::string, std::string>& inputs);

/// Returns options for a pool of runs of this program. `interrupted` is as in PoolOptions.
runs::PoolOptions pool_options(unsigned jobs, std::function<bool()> interrupted);

/// Makes the pool show the command of each distinct run on stderr, before the run is made or found
/// in the store: --verbose.
void show_commands(runs::PoolOptions& options);

/// Makes the pool dry: it records each distinct run in `runs` but executes none. Runs that the
/// store at `directory` has return their results; the others fail.
void only_plan(runs::PoolOptions& options, const std::filesystem::path& directory,
               std::vector<PlannedRun>& runs);

}  // namespace gf::app
