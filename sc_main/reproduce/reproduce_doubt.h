// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "runs/pool.h"
#include "sc_main/reproduce/reproduce_settings.h"

namespace gf::app {

/// Runs `reproduce --doubt`. It judges the experiments with the defaults, then once per sample of
/// all assumptions of their runs. It prints in how many samples each row's gate holds. `pool` is as
/// for reproduce(). Returns kDone whatever holds, or the code of the signal that came.
core::ExitCode doubt_claims(const Selection& selection, const ReproduceSettings& options,
                            runs::PoolOptions pool);

}  // namespace gf::app
