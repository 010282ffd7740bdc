// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/readers/import_lines.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text_match.h"

namespace gf::model {
namespace {

constexpr std::size_t kMostLine = 100'000;
constexpr char kEscape = '\x1b';

/// Returns how many bytes the UTF-8 character at `at` has; 0: there is none.
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + length > text.size()) return 0;
  for (std::size_t i = at + 1; i < at + length; ++i)
    if (byte(i) < 0x80 || byte(i) > 0xbf) return 0;
  const unsigned char second = byte(at + 1);
  const bool legal = !(first == 0xe0 && second < 0xa0) && !(first == 0xed && second > 0x9f) &&
                     !(first == 0xf0 && second < 0x90) && !(first == 0xf4 && second > 0x8f);
  return legal ? length : 0;
}

void check_line(std::string_view line, const FilePlace& place) {
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t length = utf8_length(line, at);
    if (length == 0 || line[at] == '\0')
      place.fail(fmt::format("byte {} of the line is not UTF-8 text", at + 1),
                 "a text file; save it as UTF-8");
    at += length;
  }
}

/// Returns `line` without "ESC [ ... letter" and other control characters; tabs stay. The "> " of a
/// quotation goes, too.
std::string plain(std::string_view line) {
  if (core::begins_with(line, "> ")) line.remove_prefix(2);
  std::string text;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == kEscape && at + 1 < line.size() && line[at + 1] == '[') {
      at += 2;
      while (at < line.size() && !(line[at] >= '@' && line[at] <= '~')) ++at;
    } else if (static_cast<unsigned char>(line[at]) >= ' ' || line[at] == '\t') {
      text += line[at];
    }
  }
  text.erase(text.find_last_not_of(" \t") + 1);
  return text;
}

template <class Use>
void for_each_line(std::string_view text, const std::string& file, const Use& use) {
  FilePlace place{file, 0};
  while (!text.empty()) {
    ++place.line;
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    check_line(line, place);
    use(line, place);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
}

}  // namespace

std::vector<ImportLine> import_lines(std::string_view text, const std::string& file) {
  std::vector<ImportLine> lines;
  for_each_line(text, file, [&](std::string_view line, const FilePlace& place) {
    if (line.size() > kMostLine)
      place.fail(fmt::format("a line of {} bytes", line.size()),
                 fmt::format("at most {} bytes", kMostLine));
    lines.push_back({plain(line), place});
  });
  return lines;
}

void check_import_text(std::string_view text, const std::string& file) {
  for_each_line(text, file, [](std::string_view, const FilePlace&) {});
}

}  // namespace gf::model
