// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "papers/experiment.h"
#include "runs/pool.h"
#include "sc_main/cli/command.h"

namespace gf::app {

/// `gpufabric reproduce` over a given registry; run_reproduce() gives it all_experiments(). `pool`:
/// how runs are made; its number of jobs and its interruption are set here.
core::ExitCode reproduce(const Arguments& arguments,
                         const std::vector<papers::Experiment>& experiments,
                         runs::PoolOptions pool);

}  // namespace gf::app
