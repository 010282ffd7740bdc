// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace gf::core {

/// `text` on one line and without anything that a terminal obeys or hides: controls, marks of
/// direction (U+202E) and other format characters, and bytes that are no UTF-8 become \xNN.
[[nodiscard]] std::string printable(std::string_view text);

/// Characters of `text` in UTF-8, not bytes: texts may hold arrows and signs.
[[nodiscard]] std::size_t width_of(std::string_view text);

/// Most characters of a file, a name or a value that a message quotes.
inline constexpr std::size_t kMostQuoted = 200;

/// `text` to be quoted in a message: what is longer than `most` characters is cut there and tells
/// its length, "first characters... (5000 characters)".
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t most = kMostQuoted);

/// excerpt() of the name of a file, of which the end says most: "...last characters (5000
/// characters)".
[[nodiscard]] std::string excerpt_of_path(std::string_view path, std::size_t most = kMostQuoted);

}  // namespace gf::core
