// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace gf::runs {

// Directories that other processes change meanwhile: what vanishes, or cannot be looked at, is not
// counted, and nothing throws.

/// Paths of what `directory` holds, sorted.
std::vector<std::filesystem::path> entries_of(const std::filesystem::path& directory);

/// Bytes of the files below `directory`.
std::uint64_t size_of(const std::filesystem::path& directory);

}  // namespace gf::runs
