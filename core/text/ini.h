// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace gf::core {

/// A "key = value" with the name of its section in front: "[plx_a]", "x = 1" gives "plx_a.x".
struct IniEntry {
  std::string key;
  std::string value;
  std::string comment;  ///< The comment after the value, without its sign; empty: none.
  unsigned line = 0;

  /// The part of `key` before its last dot; empty: there is none.
  [[nodiscard]] std::string section() const;
  /// The part of `key` behind its last dot; all of it where there is none.
  [[nodiscard]] std::string name() const;
};

/// Reads "[section]" and "key = value" lines, blank lines, and comments after "#" or ";" at the
/// start of a line or after a blank. A value in double quotes is literal, with \" \\ \n \t \xNN
/// inside; "[]" ends a section. Keys hold letters, digits and _ . - * ? [ ]. Throws
/// UserError(kBadInput) with `file`:line.
std::vector<IniEntry> read_ini(std::istream& in, const std::string& file);
/// read_ini() for the file `file`; also throws the errors of read_text_file()
/// (core/system/text_file.h).
std::vector<IniEntry> read_ini_file(const std::string& file);

/// Throws UserError(kBadInput) for a key that is not in `known`. The message has all known keys,
/// and the nearest if one is near. `path`: the key with its section, for the message.
[[noreturn]] void fail_unknown_key(const std::string& file, unsigned line, const std::string& path,
                                   const std::vector<std::string>& known);

/// Returns `value` in a form that read_ini() reads back: in quotes only if it needs them.
std::string ini_text(std::string_view value);

}  // namespace gf::core
