// SPDX-License-Identifier: Apache-2.0
#include "core/text/colour.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <iostream>
#include <vector>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/text/terminal.h"

namespace gf::core {
namespace {

ColourWhen& colour_when() {
  static ColourWhen when = ColourWhen::kAuto;
  return when;
}

bool is_asked_not_to() {
  const char* const text = std::getenv("NO_COLOR");
  return text != nullptr && *text != '\0';
}

/// Parameters of the escape sequence SGR (ECMA-48) that selects the tone.
const char* sgr(Tone tone) {
  switch (tone) {
    case Tone::kHead:
      return "1";
    case Tone::kGood:
      return "32";
    case Tone::kOdd:
      return "33";
    case Tone::kBad:
      return "1;31";
  }
  return "0";
}

/// Tells whether `line` is "-----  ---" or "---+---": only such characters, with at least two "-"
/// in a row.
bool is_rule(std::string_view line) {
  return line.find("--") != line.npos && line.find_first_not_of("-+ ") == line.npos;
}

}  // namespace

ColourWhen parse_colour_when(const std::string& text) {
  if (text == "auto") return ColourWhen::kAuto;
  if (text == "always") return ColourWhen::kAlways;
  if (text == "never") return ColourWhen::kNever;
  throw UserError(ExitCode::kUsage,
                  fmt::format("--color {}: expected auto, always or never", excerpt(text)));
}

void set_colour(ColourWhen when) { colour_when() = when; }

bool is_coloured(const std::ostream& out) {
  if (&out != &std::cout && &out != &std::cerr) return false;
  if (colour_when() != ColourWhen::kAuto) return colour_when() == ColourWhen::kAlways;
  return rewrites_lines(out) && !is_asked_not_to();
}

std::string toned(std::string_view text, Tone tone, bool coloured) {
  if (!coloured || text.empty()) return std::string(text);
  return fmt::format("\033[{}m{}\033[0m", sgr(tone), text);
}

std::string with_toned_heads(const std::string& text, bool coloured) {
  if (!coloured) return text;
  std::string out;
  std::vector<std::string_view> head;  // Lines that may be a head.
  const auto give = [&](bool is_head) {
    for (const std::string_view line : head)
      out += toned(line.substr(0, line.find('\n')), Tone::kHead, is_head) +
             (line.back() == '\n' ? "\n" : "");
    head.clear();
  };
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = rest.substr(0, std::min(rest.find('\n'), rest.size() - 1) + 1);
    rest.remove_prefix(line.size());
    if (line == "\n" || is_rule(line.substr(0, line.find('\n')))) {
      give(line != "\n");
      out += line;
    } else {
      head.push_back(line);
    }
  }
  give(false);
  return out;
}

}  // namespace gf::core
