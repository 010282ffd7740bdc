// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/run/run_dir.h"
#include "core/stats/result_value.h"

namespace gf::core {

/// Throws UserError(kUsage), with the nearest names, when one of the comma-separated `globs`
/// matches the path.name of no statistic that is alive. None at all is no error.
void check_stat_globs(const std::string& globs);

/// Writes stats.json, stats.csv and summary.txt of the results and of the statistics that are alive
/// and whose path.name one of `globs`, comma-separated, matches. Throws UserError(kUsage) when a
/// file cannot be written.
void write_stats_files(const RunDirectory& directory, const std::vector<ResultValue>& results,
                       const std::string& globs = "*");

}  // namespace gf::core
