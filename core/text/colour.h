// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

namespace gf::core {

/// When texts for people are coloured (--color).
enum class ColourWhen { kAuto, kAlways, kNever };

/// "auto", "always" or "never"; throws UserError(kUsage).
ColourWhen parse_colour_when(const std::string& text);

/// Sets it for the whole process; the default is kAuto.
void set_colour(ColourWhen when);

/// Tells whether text on `out` is coloured. kAuto: if `out` is a terminal that obeys escape
/// sequences (rewrites_lines()) and the variable NO_COLOR is unset or empty, following
/// https://no-color.org. kAlways: on std::cout and std::cerr, so that a pager can show colours.
[[nodiscard]] bool is_coloured(const std::ostream& out);

/// The meaning of a text, which decides how it looks. Colour is never the only sign of it.
enum class Tone {
  kHead,  ///< The head of a table, of a section of a help text: bold.
  kGood,  ///< A verdict: green.
  kOdd,   ///< A warning, a known miss: yellow.
  kBad,   ///< An error, a failure: red.
};

/// Returns `text` with the escape sequences of its tone; unchanged unless `coloured`.
[[nodiscard]] std::string toned(std::string_view text, Tone tone, bool coloured);

/// Returns `text` with the heads of tables toned: the lines above each rule of "-----  ---", back
/// to an empty line.
[[nodiscard]] std::string with_toned_heads(const std::string& text, bool coloured);

}  // namespace gf::core
