// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "sc_main/reproduce/reproduce_settings.h"

namespace gf::app {

/// Runs `reproduce --list`: prints the experiments as a table, as JSON, or only their ids
/// (--quiet).
core::ExitCode list_experiments(const Selection& selection, const ReproduceSettings& options);

}  // namespace gf::app
