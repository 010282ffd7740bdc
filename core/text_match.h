// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gf::core {

/// Whether `text` matches `pattern`: "*" any characters (dots included), "?" one; all of it.
[[nodiscard]] bool glob_match(std::string_view pattern, std::string_view text);

/// True when `pattern` holds a "*" or "?", so that it may match several names.
[[nodiscard]] bool is_glob(std::string_view pattern);

/// The globs of a comma-separated list, blanks around them taken off, empty ones left out.
[[nodiscard]] std::vector<std::string> split_globs(std::string_view list);

/// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// Up to `count` of `names` nearest to `wanted` by edit distance, nearest first, ties in the order
/// of `names`: what an error message proposes.
[[nodiscard]] std::vector<std::string> nearest_names(std::string_view wanted,
                                                     const std::vector<std::string>& names,
                                                     std::size_t count);

}  // namespace gf::core
