// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/run/run_dir.h"
#include "platforms/platform.h"
#include "sc_main/page/bottleneck.h"

namespace gf::app {

/// Returns {name: {value, unit}} in the order of the results, with 15 digits.
nlohmann::ordered_json results_json(const std::vector<platforms::Result>& results);
/// Returns the platform's own table or, without one, one row per result.
std::string results_table(const platforms::RunOutcome& outcome);
/// Returns the output of `run --json`: how the run ended, its results, and its bottleneck if there
/// is one.
nlohmann::ordered_json outcome_json(const core::RunRecord& record,
                                    const platforms::RunOutcome& outcome,
                                    const std::optional<Bottleneck>& bottleneck);

}  // namespace gf::app
