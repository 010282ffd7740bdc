// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "runs/pool.h"
#include "sc_main/reproduce/reproduce_settings.h"

namespace gf::app {

/// Runs `reproduce --dry-run`: prints the runs that a report would need. Judges request runs as
/// usual, but get only results in the store. `pool` is as for reproduce().
core::ExitCode plan_report(const Selection& selection, const ReproduceSettings& options,
                           runs::PoolOptions pool);

}  // namespace gf::app
