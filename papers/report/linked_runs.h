// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "papers/report/report.h"

namespace gf::papers::report {

/// Copies the runs that the report links to below `directory`, each once, so that the report does
/// not depend on the store they came from. Files are hard-linked where possible, else copied. Pages
/// are included for runs whose RunLink::page is set; afterwards it says which runs have one. Throws
/// UserError(kUsage) on failure.
void collect_runs(Report& report, const std::filesystem::path& directory);

}  // namespace gf::papers::report
