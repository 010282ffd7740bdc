// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace gf::runs {

// For directories that other processes may change at the same time: entries that vanish or cannot
// be read are not counted, and nothing throws.

/// Returns the paths of the entries of `directory`, sorted.
std::vector<std::filesystem::path> entries_of(const std::filesystem::path& directory);

/// Returns the bytes of the files below `directory`.
std::uint64_t size_of(const std::filesystem::path& directory);

}  // namespace gf::runs
