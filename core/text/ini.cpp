// SPDX-License-Identifier: Apache-2.0
#include "core/text/ini.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <istream>
#include <utility>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "core/system/text_file.h"

namespace gf::core {
namespace {

constexpr std::string_view kBlank = " \t\r";
constexpr std::string_view kComment = "#;";

/// Whether read_ini() refuses `c`, unless it is written as an escape.
bool is_control(char c) {
  return std::iscntrl(static_cast<unsigned char>(c)) != 0 &&
         kBlank.find(c) == std::string_view::npos;
}

bool is_comment_at(std::string_view text, std::size_t i) {
  if (kComment.find(text[i]) == std::string_view::npos) return false;
  // A sign inside a word, such as a file name, is part of the word.
  return i == 0 || kBlank.find(text[i - 1]) != std::string_view::npos;
}

/// Returns `text` before a comment, and the comment.
std::pair<std::string_view, std::string_view> parted(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (is_comment_at(text, i)) return {trimmed(text.substr(0, i)), trimmed(text.substr(i + 1))};
  return {trimmed(text), {}};
}
std::string_view without_comment(std::string_view text) { return parted(text).first; }

bool is_key(std::string_view key) {
  if (key.empty()) return false;
  for (const char c : key) {
    const bool sign = std::string_view("_.-*?[]").find(c) != std::string_view::npos;
    if (!sign && std::isalnum(static_cast<unsigned char>(c)) == 0) return false;
  }
  return true;
}

/// The reader's position, for its error messages.
class Place {
 public:
  explicit Place(const std::string& file) : file_(file) {}
  void next() { ++line_; }
  [[nodiscard]] unsigned line() const { return line_; }
  [[noreturn]] void fail(const std::string& cause, const std::string& expected) const {
    fail_input(file_, line_, cause, expected);
  }

 private:
  const std::string& file_;
  unsigned line_ = 0;
};

/// The character of the escape whose letter is text[i]; `i` becomes its last character.
char unescaped(std::string_view text, std::size_t& i, const Place& place) {
  switch (text[i]) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case '"':
    case '\\':
      return text[i];
    case 'x': {
      unsigned char byte = 0;
      const char* const digits = text.data() + i + 1;
      const auto end = digits + std::min<std::size_t>(2, text.size() - i - 1);
      if (std::from_chars(digits, end, byte, 16).ptr != digits + 2) break;
      i += 2;
      return static_cast<char>(byte);
    }
    default:
      break;
  }
  place.fail("unknown escape in a quoted value", R"(one of \" \\ \n \t \xNN)");
}

/// Returns the value of `text`, which starts with a double quote; `text` becomes the rest after it.
std::string take_quoted(std::string_view& text, const Place& place) {
  std::string value;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') {
      text.remove_prefix(i + 1);
      return value;
    }
    if (text[i] == '\\' && i + 1 < text.size())
      value += unescaped(text, ++i, place);
    else
      value += text[i];
  }
  place.fail("a quoted value does not end", "a closing double quote");
}

std::string section_of(std::string_view line, const Place& place) {
  const std::string_view text = without_comment(line);
  // A bracket that does not close gets a name that is_key() refuses.
  const std::string_view name =
      text.back() == ']' ? trimmed(text.substr(1, text.size() - 2)) : std::string_view("?\n");
  if (!name.empty() && !is_key(name))
    place.fail("not a section: \"" + std::string(text) + "\"", "\"[name]\" or \"[]\"");
  return std::string(name);
}

IniEntry entry_of(std::string_view line, const std::string& section, const Place& place) {
  const std::size_t equals = line.find('=');
  const std::string_view key = trimmed(line.substr(0, equals));
  if (equals == std::string_view::npos || !is_key(key))
    place.fail("cannot read \"" + std::string(line.substr(0, 60)) + "\"",
               "\"key = value\", \"[section]\" or \"# comment\"");
  std::string_view rest = trimmed(line.substr(equals + 1));
  IniEntry entry;
  entry.key = section.empty() ? std::string(key) : section + "." + std::string(key);
  const bool is_quoted = !rest.empty() && rest.front() == '"';
  if (is_quoted) entry.value = take_quoted(rest, place);
  const auto [text, comment] = parted(rest);
  if (!is_quoted)
    entry.value = text;
  else if (!text.empty())
    place.fail("text after a quoted value", "only a comment there");
  entry.comment = comment;
  entry.line = place.line();
  return entry;
}

void refuse_control_characters(std::string_view line, const Place& place) {
  if (std::any_of(line.begin(), line.end(), is_control))
    place.fail("a control character, so this is not a text file", "\"key = value\" lines");
}

}  // namespace

std::string IniEntry::section() const {
  const std::size_t dot = key.rfind('.');
  return dot == std::string::npos ? "" : key.substr(0, dot);
}

std::string IniEntry::name() const { return key.substr(key.rfind('.') + 1); }

std::vector<IniEntry> read_ini(std::istream& in, const std::string& file) {
  std::vector<IniEntry> entries;
  std::string section;
  Place place(file);
  for (std::string raw; std::getline(in, raw);) {
    place.next();
    refuse_control_characters(raw, place);
    const std::string_view line = trimmed(raw);
    if (line.empty() || is_comment_at(line, 0)) continue;
    if (line.front() == '[')
      section = section_of(line, place);
    else
      entries.push_back(entry_of(line, section, place));
  }
  return entries;
}

std::vector<IniEntry> read_ini_file(const std::string& file) {
  TextFile in(file, "an INI file");
  return read_ini(in, file);
}

void fail_unknown_key(const std::string& file, unsigned line, const std::string& path,
                      const std::vector<std::string>& known) {
  fail_input(file, line, "unknown key '" + path + "'",
             "one of " + legal_names(path.substr(path.rfind('.') + 1), known));
}

std::string ini_text(std::string_view value) {
  const bool plain = without_comment(value) == value &&
                     std::none_of(value.begin(), value.end(), is_control) &&
                     (value.empty() || value.front() != '"');
  if (plain) return std::string(value);
  std::string text = "\"";
  for (const char c : value) {
    if (c == '\n')
      text += "\\n";
    else if (c == '\t')
      text += "\\t";
    else if (c == '"' || c == '\\')
      (text += '\\') += c;
    else if (is_control(c))
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      text += c;
  }
  return text += '"';
}

}  // namespace gf::core
