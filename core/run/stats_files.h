// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/run/run_dir.h"
#include "core/stats/result_value.h"

namespace gf::core {

/// Throws UserError(kUsage), with the nearest names, if one of the comma-separated `globs` matches
/// the path.name of no existing statistic. An empty list is no error.
void check_stat_globs(const std::string& globs);

/// Writes stats.json, stats.csv and summary.txt. They contain the results and the existing
/// statistics whose path.name matches one of the comma-separated `globs`. Throws UserError(kUsage)
/// when a file cannot be written.
void write_stats_files(const RunDirectory& directory, const std::vector<ResultValue>& results,
                       const std::string& globs = "*");

}  // namespace gf::core
