// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "sc_main/reproduce/reproduce_settings.h"

namespace gf::app {

/// Runs `reproduce --recorded`: judges the recorded values (papers/report/record.h) in place of
/// running the experiments, and says by which revision they were made.
core::ExitCode recorded_numbers(const Selection& selection, const ReproduceSettings& options);

}  // namespace gf::app
