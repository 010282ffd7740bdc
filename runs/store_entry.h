// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/run/run_dir.h"

namespace gf::runs {

using core::kFactsFile;
/// Has the SHA-1 of each other file of a run, as `sha1sum -c sums.txt` checks it, below a comment
/// with the SHA-1 of these lines. While a file is replaced it has a line for either content.
using core::kSumsFile;

/// Whether the directory `run` is one that a store made, and may remove: its kFactsFile is a
/// regular file, and key_of() what that holds is the name of the directory.
bool is_store_entry(const std::filesystem::path& run);

/// The text of kSumsFile for the files that `run` has now, and for those of `more` under their
/// names. Throws UserError or std::filesystem::filesystem_error for what cannot be read.
std::string sums_of(const std::filesystem::path& run, const std::filesystem::path& more = {});

/// Returns the defect of `run`, which was made from `facts`: "stats.json is missing"; empty when it
/// is whole; nothing when the files cannot be read now (too many open files, an I/O error).
std::optional<std::string> damage_of(const std::filesystem::path& run, const std::string& facts);

}  // namespace gf::runs
