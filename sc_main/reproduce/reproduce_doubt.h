// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "papers/experiment.h"
#include "runs/pool.h"
#include "sc_main/cli/command.h"
#include "sc_main/reproduce/reproduce_options.h"

namespace gf::app {

/// `reproduce --doubt`: judges the experiments with the defaults, then once for each sample of all
/// that is assumed by any of their runs, and prints in how many samples each row's gate holds.
/// `pool` as reproduce() has it. kDone, whatever holds; else that of the signal that came.
core::ExitCode doubt_claims(const std::vector<const papers::Experiment*>& selection,
                            const ReproduceOptions& options, runs::PoolOptions pool);

}  // namespace gf::app
