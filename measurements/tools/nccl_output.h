// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "measurements/tools/measured.h"

/// The reader and the writer of nccl-tests, and their shared names. rccl-tests prints the same
/// tables.
namespace gf::papers::tools::nccl {

inline constexpr const char* kNccl = "nccl-tests";
inline constexpr const char* kRccl = "rccl-tests";
/// Behind Measured::test for values in place.
inline constexpr std::string_view kInPlace = " in-place";
/// Measured::test if the output does not name the program.
inline constexpr const char* kUnknown = "collective";
/// Quantity of the mean below a table, over its rows out of place and in place.
inline constexpr const char* kMean = "busbw, mean";

/// Returns the values of those tables that are of `tool`, kNccl or kRccl. Throws as Tool::read.
std::vector<Measured> read_tables(std::string_view text, const std::string& file,
                                  const std::string& tool);
/// Throws as Tool::write.
std::string write_tables(const std::vector<Measured>& values, bool is_rccl);

}  // namespace gf::papers::tools::nccl
