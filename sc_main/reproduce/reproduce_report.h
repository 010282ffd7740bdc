// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "runs/pool.h"
#include "sc_main/reproduce/reproduce_settings.h"

namespace gf::app {

/// Runs `reproduce`: runs the experiments, writes the report and prints its numbers. `pool` is as
/// for reproduce(). Returns kCheckFailed if a number fails, else kDone, or the code of the signal
/// that came.
core::ExitCode run_and_report(const Selection& selection, const ReproduceSettings& options,
                              runs::PoolOptions pool);

}  // namespace gf::app
