// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "papers/experiment.h"
#include "runs/pool.h"
#include "sc_main/cli/command.h"

namespace gf::app {

/// Runs `gpufabric reproduce` on the given experiments; run_reproduce() passes all_experiments().
/// `pool` says how runs are made; this function sets its number of jobs and its interruption.
core::ExitCode reproduce(const Arguments& arguments,
                         const std::vector<papers::Experiment>& experiments,
                         runs::PoolOptions pool);

}  // namespace gf::app
