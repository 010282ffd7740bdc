// SPDX-License-Identifier: Apache-2.0
#include "core/base/printable.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>

namespace gf::core {
namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0u) == 0x80; }

/// Returns the bytes of the UTF-8 character that `text` begins with; 0 if it begins with none.
std::size_t length_of_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  // Limits of the first byte from RFC 3629: 0xc0 and 0xc1 would only begin overlong forms, and 0xf5
  // and above lie beyond U+10FFFF.
  const std::size_t length = first < 0x80                    ? 1
                             : first >= 0xc2 && first < 0xe0 ? 2
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xf0 && first < 0xf5 ? 4
                                                             : 0;
  if (length > text.size()) return 0;
  const std::string_view rest = text.substr(1, length == 0 ? 0 : length - 1);
  return std::all_of(rest.begin(), rest.end(), continues) ? length : 0;
}

/// Characters that a terminal obeys or does not show, of Unicode's categories Cc, Cf, Zl and Zp:
/// control characters, direction marks, and others that make a text look like another one.
struct CodePoints {
  std::uint32_t first, last;
};
constexpr CodePoints kUnseen[] = {
    {0x00, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},     {0x600, 0x605},    {0x61c, 0x61c},
    {0x6dd, 0x6dd},   {0x70f, 0x70f},   {0x180e, 0x180e}, {0x200b, 0x200f},  {0x2028, 0x202e},
    {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe0fff}};

/// Tells whether a terminal shows nothing for `character`, one character in UTF-8.
bool is_unseen(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  std::uint32_t point = character.size() == 1 ? first : first & (0xffu >> (character.size() + 1));
  for (const char c : character.substr(1))
    point = point << 6 | (static_cast<unsigned char>(c) & 0x3fu);
  return std::any_of(std::begin(kUnseen), std::end(kUnseen), [&](const CodePoints& all) {
    return all.first <= point && point <= all.last;
  });
}

}  // namespace

std::string printable(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const std::size_t length = length_of_character(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    text.remove_prefix(character.size());
    if (length > 0 && !is_unseen(character)) {
      line += character;
      continue;
    }
    for (const char c : character) line += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return line;
}

std::size_t width_of(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::count_if(text.begin(), text.end(), continues));
}

std::string excerpt(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t end = most;
  while (end > 0 && continues(text[end])) --end;
  return fmt::format("{}... ({} characters)", text.substr(0, end), text.size());
}

std::string excerpt_of_path(std::string_view path, std::size_t most) {
  if (path.size() <= most) return std::string(path);
  std::size_t begin = path.size() - most;
  while (begin < path.size() && continues(path[begin])) ++begin;
  return fmt::format("...{} ({} characters)", path.substr(begin), path.size());
}

}  // namespace gf::core
