// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/run/run_dir.h"

namespace gf::runs {

using core::kFactsFile;
/// Has the SHA-1 of every other file of a run, in the form of `sha1sum -c sums.txt`, below a
/// comment with the SHA-1 of these lines. While a file is being replaced it has a line for each
/// content.
using core::kSumsFile;

/// Tells whether a store made the directory `run`, and may remove it: its kFactsFile is a regular
/// file, and key_of() its content is the name of the directory.
bool is_store_entry(const std::filesystem::path& run);

/// Returns the text of kSumsFile for the present files of `run`, and for those of `more` under the
/// same names. Throws UserError or std::filesystem::filesystem_error if one cannot be read.
std::string sums_of(const std::filesystem::path& run, const std::filesystem::path& more = {});

/// Returns the defect of `run`, which was made from `facts`: "stats.json is missing"; empty when it
/// is whole; nothing when the files cannot be read now (too many open files, an I/O error).
std::optional<std::string> damage_of(const std::filesystem::path& run, const std::string& facts);

}  // namespace gf::runs
