// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gf::core {

/// Tells whether all of `text` matches `pattern`: "*" any characters (dots included), "?" one.
[[nodiscard]] bool glob_match(std::string_view pattern, std::string_view text);

/// Tells whether `pattern` holds a "*" or "?", and thus may match several names.
[[nodiscard]] bool is_glob(std::string_view pattern);

/// Returns the globs of a comma-separated list, without surrounding blanks and empty ones.
[[nodiscard]] std::vector<std::string> split_globs(std::string_view list);

[[nodiscard]] bool begins_with(std::string_view text, std::string_view start);

/// Returns the number of insertions, deletions, substitutions and swaps of neighbours that turn `a`
/// into `b`.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// Tells whether `wanted`, a name or a glob, may well be a misspelling of `name`, a path
/// ("gpu_0.lanes"): one contains the other's last part, or few letters differ.
[[nodiscard]] bool is_near(std::string_view wanted, std::string_view name);

/// Returns up to `count` of `names` for an error message to propose, nearest to `wanted` first.
/// First come names with the same last part, then those one typo away, then those whose last part
/// or path contains `wanted`. The rest is ordered by edit distance: of whole names if `wanted` has
/// a dot, else the smaller of that and the distance of last parts. Ties keep the order of `names`.
[[nodiscard]] std::vector<std::string> nearest_names(std::string_view wanted,
                                                     const std::vector<std::string>& names,
                                                     std::size_t count);

/// Returns "; nearest: b", to end an error message, if `wanted` has three letters or more and is
/// near to one of `names`; else empty.
[[nodiscard]] std::string nearest_hint(std::string_view wanted,
                                       const std::vector<std::string>& names);

/// Returns "a, b, c" followed by the nearest_hint(): the legal names for an error message.
[[nodiscard]] std::string legal_names(std::string_view wanted,
                                      const std::vector<std::string>& names);

/// Returns the first `most` of `texts` with `between` them, and the number of the others ("and 3
/// more").
[[nodiscard]] std::string first_of(const std::vector<std::string>& texts, std::size_t most,
                                   std::string_view between);

/// Returns the number of names and the three nearest: "56, such as copy 0->2, copy 0->3, copy
/// 0->4". Returns "none" if there are no names.
[[nodiscard]] std::string known_names(std::string_view wanted,
                                      const std::vector<std::string>& names);

}  // namespace gf::core
