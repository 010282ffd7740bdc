// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/run_dir.h"

namespace gf::app {

/// The record of a run, beside its page (run_record.h), and the page.
using core::kPageFile;
using core::kRecordFile;

/// A page of one run, or of two to compare: one file, with style, scripts, libraries and `records`
/// in it, so that it needs no network.
std::string run_page(const std::vector<std::string>& records);

/// The text of the record in the run directory `run`. Throws UserError: kUsage, it is no run's or
/// has no record (--no-page, or an older program); kBadInput, it is of another format.
std::string read_record(const std::filesystem::path& run);

/// Writes `text` to `file`; throws UserError(kUsage) when it cannot be written.
void write_page_file(const std::filesystem::path& file, std::string_view text);

}  // namespace gf::app
