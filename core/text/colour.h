// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

namespace gf::core {

/// When texts for people are coloured: --color.
enum class ColourWhen { kAuto, kAlways, kNever };

/// "auto", "always" or "never"; throws UserError(kUsage).
ColourWhen parse_colour_when(const std::string& text);

/// From now on, for the whole process; before it is kAuto.
void set_colour(ColourWhen when);

/// Whether text on `out` is coloured. kAuto: where that is a terminal which obeys escape sequences
/// (rewrites_lines()) and the variable NO_COLOR is not set or empty, as https://no-color.org has
/// it. kAlways: on std::cout and std::cerr, so that a pager can show it.
[[nodiscard]] bool is_coloured(const std::ostream& out);

/// What a text is; decides how it looks. Nothing is told by colour alone.
enum class Tone {
  kHead,  ///< Of a table, of a section of a help text: bold.
  kGood,  ///< A verdict: green.
  kOdd,   ///< A warning, a known miss: yellow.
  kBad,   ///< An error, a failure: red.
};

/// `text` in its tone, as a terminal obeys it; as it is unless `coloured`.
[[nodiscard]] std::string toned(std::string_view text, Tone tone, bool coloured);

/// Tables with their heads toned: the lines above each rule of "-----  ---", back to an empty line.
[[nodiscard]] std::string with_toned_heads(const std::string& text, bool coloured);

}  // namespace gf::core
