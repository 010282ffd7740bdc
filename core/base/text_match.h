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

[[nodiscard]] bool begins_with(std::string_view text, std::string_view start);

/// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// Whether who wrote `wanted`, a name or a glob, may well have meant `name`, a path
/// ("gpu_0.lanes"): one holds the other's last part, or few letters differ.
[[nodiscard]] bool is_near(std::string_view wanted, std::string_view name);

/// Up to `count` of `names` nearest to `wanted`, nearest first: the same last part, one slip away,
/// then those whose last part or path holds it, then by edit distance, of whole names or of last
/// parts where `wanted` has one; ties in the order of `names`. What an error message proposes.
[[nodiscard]] std::vector<std::string> nearest_names(std::string_view wanted,
                                                     const std::vector<std::string>& names,
                                                     std::size_t count);

/// "; nearest: b", to end an error message, where `wanted`, of three letters or more, is near to one
/// of `names`; else empty.
[[nodiscard]] std::string nearest_hint(std::string_view wanted,
                                       const std::vector<std::string>& names);

/// "a, b, c" and the nearest_hint(): what an error says of legal names.
[[nodiscard]] std::string legal_names(std::string_view wanted,
                                      const std::vector<std::string>& names);

/// The first `most` of `texts`, with `between` them, and how many more there are.
[[nodiscard]] std::string first_of(const std::vector<std::string>& texts, std::size_t most,
                                   std::string_view between);

/// "56, such as copy 0->2, copy 0->3, copy 0->4": how many names there are, and the nearest, or the
/// first where none is near. Of no names: "none".
[[nodiscard]] std::string known_names(std::string_view wanted,
                                      const std::vector<std::string>& names);

}  // namespace gf::core
