// SPDX-License-Identifier: Apache-2.0
// The types that a parameter may have: how each is read, printed and held within its limits.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

#include "core/decimal.h"
#include "core/error.h"
#include "core/params.h"
#include "core/time_limits.h"
#include "core/wrong_type.h"

namespace gf::core {
namespace {

[[noreturn]] void refuse(const std::string& message) { throw UserError(ExitCode::kUsage, message); }

std::uint64_t parse_integer(const std::string& text, std::uint64_t most) {
  std::string_view rest = text;
  const std::optional<Decimal> decimal = take_decimal(rest);
  const auto value = decimal ? scaled(*decimal, 1, Fraction::kRefuse) : std::nullopt;
  const std::string expected = fmt::format("expected an integer from 0 to {}", most);
  if (!value || !rest.empty()) throw WrongType(expected);
  if (*value > most) refuse(expected);
  return *value;
}

/// What `parse` makes of `text`, a quantity with a unit.
template <class Quantity>
Quantity quantity(Quantity (*parse)(std::string_view), const std::string& text) {
  try {
    return parse(text);
  } catch (const UserError& error) {
    throw WrongType(error.what());
  }
}

/// One overload pair a type: from text, to text.
void read(const std::string& text, sc_core::sc_time& value) { value = quantity(parse_time, text); }
void read(const std::string& text, Bytes& value) { value = quantity(parse_bytes, text); }
void read(const std::string& text, ByteRate& value) { value = quantity(parse_byte_rate, text); }
void read(const std::string& text, unsigned& value) {
  value = static_cast<unsigned>(parse_integer(text, std::numeric_limits<unsigned>::max()));
}
void read(const std::string& text, std::uint64_t& value) {
  value = parse_integer(text, std::numeric_limits<std::uint64_t>::max());
}
void read(const std::string& text, double& value) {
  std::string_view rest = text;
  const bool negative = !rest.empty() && rest.front() == '-';
  if (negative) rest.remove_prefix(1);
  if (!take_decimal(rest) || !rest.empty()) throw WrongType("expected a number without a unit");
  value = std::strtod(text.c_str(), nullptr);
  if (!std::isfinite(value)) refuse("expected a number that a double can hold");
}
void read(const std::string& text, bool& value) {
  const bool yes = text == "true" || text == "yes" || text == "on" || text == "1";
  const bool no = text == "false" || text == "no" || text == "off" || text == "0";
  if (!yes && !no) throw WrongType("expected true or false");
  value = yes;
}

std::string text_of(const sc_core::sc_time& value) { return to_text(value); }
std::string text_of(Bytes value) { return to_text(value); }
std::string text_of(ByteRate value) { return to_text(value); }
std::string text_of(bool value) { return value ? "true" : "false"; }
template <class Number>
std::string text_of(Number value) {
  return fmt::format("{}", value);
}

template <class T>
std::string legal_text(const Limits<T>& limits) {
  if (limits.low && limits.high) return text_of(*limits.low) + " ... " + text_of(*limits.high);
  if (limits.low) return "at least " + text_of(*limits.low);
  return limits.high ? "at most " + text_of(*limits.high) : "";
}

template <class T>
void hold(const T& value, const Limits<T>& limits) {
  if ((limits.low && value < *limits.low) || (limits.high && *limits.high < value))
    refuse("out of range; expected " + legal_text(limits));
}

ParamRow row_of(std::string path, const char* type, const std::string& value, std::string legal,
                std::string_view meaning, std::string_view source) {
  return {std::move(path),     type, value, value, std::move(legal), std::string(meaning),
          std::string(source), "",   0,     0};
}

/// Declares a parameter of a type that read() and text_of() know.
template <class T>
void declare(ParamRegistry& registry, ParamRow row, T& variable, const Limits<T>& limits) {
  hold(variable, limits);
  registry.declare(std::move(row), [&](const std::string& text) {
    T value = variable;
    read(text, value);
    hold(value, limits);
    variable = value;
    return text_of(value);
  });
}

std::vector<unsigned> parse_list(const std::string& text) {
  std::vector<unsigned> values;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    read(text.substr(start, comma - start), values.emplace_back());
    start = comma + 1;
  }
  return values;
}

/// What a declaration that names no upper end means.
Limits<sc_core::sc_time> bounded(Limits<sc_core::sc_time> limits) {
  if (!limits.high) limits.high = to_time(kLongestParam);
  return limits;
}
Limits<ByteRate> bounded(Limits<ByteRate> limits) {
  if (!limits.high) limits.high = ByteRate(1e15);
  return limits;
}

}  // namespace

std::string ParamScope::path_of(std::string_view name) const {
  return prefix_.empty() ? std::string(name) : fmt::format("{}.{}", prefix_, name);
}

ParamScope ParamScope::child(std::string_view name) const { return {registry_, path_of(name)}; }

void ParamScope::cite(std::string_view name, std::string_view source) const {
  registry_.cite(path_of(name), source);
}

void ParamScope::add(std::string_view name, sc_core::sc_time& variable, std::string_view meaning,
                     std::string_view source, const Limits<sc_core::sc_time>& limits) const {
  const auto legal = bounded(limits);
  declare(registry_,
          row_of(path_of(name), "time", text_of(variable), legal_text(legal), meaning, source),
          variable, legal);
}
void ParamScope::add(std::string_view name, Bytes& variable, std::string_view meaning,
                     std::string_view source, const Limits<Bytes>& limits) const {
  declare(registry_,
          row_of(path_of(name), "bytes", text_of(variable), legal_text(limits), meaning, source),
          variable, limits);
}
void ParamScope::add(std::string_view name, ByteRate& variable, std::string_view meaning,
                     std::string_view source, const Limits<ByteRate>& limits) const {
  const auto legal = bounded(limits);
  declare(registry_,
          row_of(path_of(name), "rate", text_of(variable), legal_text(legal), meaning, source),
          variable, legal);
}
void ParamScope::add(std::string_view name, unsigned& variable, std::string_view meaning,
                     std::string_view source, const Limits<unsigned>& limits) const {
  declare(registry_,
          row_of(path_of(name), "integer", text_of(variable), legal_text(limits), meaning, source),
          variable, limits);
}
void ParamScope::add(std::string_view name, std::uint64_t& variable, std::string_view meaning,
                     std::string_view source, const Limits<std::uint64_t>& limits) const {
  declare(registry_,
          row_of(path_of(name), "integer", text_of(variable), legal_text(limits), meaning, source),
          variable, limits);
}
void ParamScope::add(std::string_view name, double& variable, std::string_view meaning,
                     std::string_view source, const Limits<double>& limits) const {
  declare(registry_,
          row_of(path_of(name), "number", text_of(variable), legal_text(limits), meaning, source),
          variable, limits);
}
void ParamScope::add(std::string_view name, bool& variable, std::string_view meaning,
                     std::string_view source) const {
  declare(registry_, row_of(path_of(name), "flag", text_of(variable), "", meaning, source),
          variable, Limits<bool>{});
}

void ParamScope::add(std::string_view name, std::string& variable, std::string_view meaning,
                     std::string_view source) const {
  registry_.declare(row_of(path_of(name), "text", variable, "", meaning, source),
                    [&](const std::string& text) { return variable = text; });
}

void ParamScope::add_file(std::string_view name, std::string& variable, const FileIn& file_in,
                          std::string_view meaning, std::string_view source) const {
  registry_.declare(
      row_of(path_of(name), "text", variable, "", meaning, source),
      [&](const std::string& text) { return variable = text; }, file_in);
}

void ParamScope::add(std::string_view name, std::vector<unsigned>& variable,
                     std::string_view meaning, std::string_view source,
                     const Limits<unsigned>& limits) const {
  const std::string value = fmt::format("{}", fmt::join(variable, ","));
  registry_.declare(row_of(path_of(name), "list", value, legal_text(limits), meaning, source),
                    [&](const std::string& text) {
                      std::vector<unsigned> values;
                      if (!text.empty()) values = parse_list(text);
                      for (const unsigned element : values) hold(element, limits);
                      variable = values;
                      return fmt::format("{}", fmt::join(values, ","));
                    });
}

void ParamScope::add_choice(std::string_view name, std::string& variable,
                            const std::vector<std::string>& choices, std::string_view meaning,
                            std::string_view source) const {
  const std::string legal = fmt::format("one of {}", fmt::join(choices, ", "));
  registry_.declare(row_of(path_of(name), "choice", variable, legal, meaning, source),
                    [&](const std::string& text) {
                      if (std::find(choices.begin(), choices.end(), text) == choices.end())
                        throw WrongType("expected " + legal);
                      return variable = text;
                    });
}

}  // namespace gf::core
