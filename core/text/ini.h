// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace gf::core {

/// "key = value" with the name of its section in front: "[plx_a]", "x = 1" gives "plx_a.x".
struct IniEntry {
  std::string key;
  std::string value;
  std::string comment;  ///< Behind the value, without its sign; empty: none.
  unsigned line = 0;

  /// The part of `key` before its last dot; empty: there is none.
  [[nodiscard]] std::string section() const;
  /// The part of `key` behind its last dot; all of it where there is none.
  [[nodiscard]] std::string name() const;
};

/// Lines are "[section]", "key = value", blank, or a comment after "#" or ";" at the start of the
/// line or behind a blank. A value in double quotes is literal, with \" \\ \n \t \xNN inside; "[]"
/// ends a section. Keys hold letters, digits and _ . - * ? [ ].
/// Throws UserError(kBadInput) with `file`:line.
std::vector<IniEntry> read_ini(std::istream& in, const std::string& file);
/// Of the file `file`; errors also as of read_text_file() (core/system/text_file.h).
std::vector<IniEntry> read_ini_file(const std::string& file);

/// Throws UserError(kBadInput) for a key that `known` does not hold: it names all of them, and the
/// nearest if one is near. `path`: the key with its section, as the message has it.
[[noreturn]] void fail_unknown_key(const std::string& file, unsigned line, const std::string& path,
                                   const std::vector<std::string>& known);

/// `value` as read_ini() reads it back: in quotes only where it needs them.
std::string ini_text(std::string_view value);

}  // namespace gf::core
