// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

namespace gf::core {

/// Returns `text` without the blanks (CR included) at its ends.
std::string_view trimmed(std::string_view text);
/// Returns the trimmed pieces between separators; one empty piece for an empty text.
std::vector<std::string_view> split_fields(std::string_view text, char separator);
/// The pieces between blanks, tabs and CR; none of them is empty.
std::vector<std::string_view> split_words(std::string_view text);

/// Parses all of `text` as a T in plain decimal; returns nothing for anything else.
template <class T>
std::optional<T> parse_number(std::string_view text) {
  T value{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || stop != text.data() + text.size()) return {};
  return value;
}

}  // namespace gf::core
