// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/run_dir.h"

namespace gf::app {

/// Names of a run's page and of its record (run_record.h).
using core::kPageFile;
using core::kRecordFile;

/// Returns a page of one run, or of two to compare. It is one file with style, scripts, libraries
/// and `records` in it, so it needs no network.
std::string run_page(const std::vector<std::string>& records);

/// Returns the text of the record in the run directory `run`. Throws UserError: kUsage if it is no
/// run or has no record (--no-page, or an older program); kBadInput if it has another format.
std::string read_record(const std::filesystem::path& run);

/// Writes `text` to `file`; throws UserError(kUsage) if it cannot be written.
void write_page_file(const std::filesystem::path& file, std::string_view text);

}  // namespace gf::app
