// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/option.h"

#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <string_view>

#include "core/base/decimal.h"
#include "core/base/error.h"
#include "core/base/printable.h"

namespace gf::app {
namespace {

/// Returns the SI unit of a type whose values are written with a unit; empty for other types.
std::string unit_of(const std::string& type) {
  static const std::map<std::string, std::string> units = {
      {"time", "s"}, {"wall time", "s"}, {"bytes", "B"}, {"rate", "B/s"}};
  const auto found = units.find(type);
  return found == units.end() ? "" : found->second;
}

}  // namespace

void Option::set_names(const std::string& names) {
  const std::size_t comma = names.find(',');
  name = names.substr(0, comma);
  if (comma != std::string::npos) letter = names.substr(comma + 1);
  unit = unit_of(type);
}

std::string Option::text() const {
  std::string text = meaning;
  if (!legal.empty()) text += "; " + legal;
  if (!default_text.empty()) text += "; default: " + default_text;
  return text;
}

void Option::set(const std::string& text) const {
  const std::string option = "--" + name;
  try {
    if (assign(text)) return;
  } catch (const core::UserError& error) {
    // The error of a quantity says which units it may have; its limits would not help.
    if (!unit_of(type).empty())
      throw core::UserError(error.code(), fmt::format("{}: {}", option, error.what()));
    if (legal.empty())
      throw core::UserError(error.code(),
                            fmt::format("{} = {}: {}", option, core::excerpt(text), error.what()));
  }
  core::fail_config("", option, text, legal,
                    default_text.empty() ? "or leave it out" : "leave it out for " + default_text);
}

WallTime parse_wall_time(const std::string& text) {
  std::string_view rest = text;
  const bool number = core::take_decimal(rest).has_value();
  const std::size_t unit = rest.find_first_not_of(' ');
  rest.remove_prefix(unit == std::string_view::npos ? rest.size() : unit);
  const double value = number ? std::strtod(text.c_str(), nullptr) : 0;
  for (const auto& [name, seconds] :
       {std::pair{"ms", 1e-3}, {"s", 1.0}, {"min", 60.0}, {"h", 3600.0}})
    if (number && rest == name) return WallTime(value * seconds);
  throw core::UserError(core::ExitCode::kUsage,
                        fmt::format("\"{}\" is not a time in ms, s, min or h, such as \"90 s\"",
                                    core::excerpt(text)));
}

std::string OptionType<WallTime>::text(const WallTime& value) {
  return fmt::format("{} s", value.count());
}

bool OptionType<WallTime>::assign(const std::string& text, WallTime& variable, AnyLegal) {
  variable = parse_wall_time(text);
  return variable.count() > 0;
}

}  // namespace gf::app
