// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/param/params.h"
#include "core/run/run_dir.h"

namespace gf::core {

/// Largest file that is copied into a run's directory, in bytes. For a larger file the run keeps
/// its hash and absolute name.
constexpr std::uint64_t kMostCopiedBytes = std::uint64_t{64} << 20;

/// Copies the files that `rows` name, and those of their series (core/system/file_series.h), into
/// "inputs/" of the run's directory, each once. Files that such a file reads in turn
/// (ParamRow::reads) keep their relative positions to it; absolute names of such files in a copy
/// become relative.
/// Puts the names of the copies into the rows, so that config.resolved.ini of these rows can be run
/// wherever the directory is. A name without a file (of a parameter that the run does not use)
/// becomes absolute.
/// Throws UserError like read_text_file(), and kUsage when a copy cannot be written.
std::vector<RunInput> keep_inputs(std::vector<ParamRow>& rows, const RunDirectory& directory,
                                  std::uint64_t most_copied_bytes = kMostCopiedBytes);

/// Returns `row.value` with an absolute file name, for a configuration that is written elsewhere.
std::string with_absolute_file(const ParamRow& row);

}  // namespace gf::core
