// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "papers/report/report.h"

namespace gf::papers::report {

/// Puts the runs that the report links to below `directory`, each once, so that the report can be
/// moved away from the store that they came from. Files are linked where the file system can, else
/// copied. Pages are taken along where RunLink::page says so, and it says then which runs have one.
/// Throws UserError(kUsage) when that fails.
void collect_runs(Report& report, const std::filesystem::path& directory);

}  // namespace gf::papers::report
