// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace gf::core {

/// Returns `text` on one line, without anything that a terminal obeys or hides. Control characters,
/// direction marks (U+202E), other format characters and bytes that are not UTF-8 become \xNN.
[[nodiscard]] std::string printable(std::string_view text);

/// Returns the number of UTF-8 characters in `text`, not bytes: texts may hold arrows and signs.
[[nodiscard]] std::size_t width_of(std::string_view text);

/// Most characters of a file name, a name or a value that a message quotes.
inline constexpr std::size_t kMostQuoted = 200;

/// Returns `text` as a message quotes it: a text longer than `most` is cut there and followed by
/// its length, "first characters... (5000 characters)".
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t most = kMostQuoted);

/// excerpt() of a file name, which keeps its more telling end: "...last characters (5000
/// characters)".
[[nodiscard]] std::string excerpt_of_path(std::string_view path, std::size_t most = kMostQuoted);

}  // namespace gf::core
