// SPDX-License-Identifier: Apache-2.0
// The types of parameters: how each is parsed, printed and checked against its limits.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <type_traits>

#include "core/base/decimal.h"
#include "core/base/error.h"
#include "core/base/text_match.h"
#include "core/base/time_limits.h"
#include "core/param/param_description.h"
#include "core/param/wrong_type.h"

namespace gf::core {
namespace {

[[noreturn]] void refuse(const std::string& message) { throw UserError(ExitCode::kUsage, message); }

std::uint64_t parse_integer(const std::string& text, std::uint64_t most) {
  std::string_view rest = text;
  const std::optional<Decimal> decimal = take_decimal(rest);
  const auto value = decimal ? scaled(*decimal, 1, Fraction::kRefuse) : std::nullopt;
  const std::string expected = fmt::format("expected an integer from 0 to {}", most);
  if (!value || !rest.empty()) throw WrongType(expected);
  // A number that is merely too large is a value of the type. A glob must not skip it silently, as
  // it does on WrongType (ParamRegistry).
  if (*value > most) refuse(expected);
  return *value;
}

/// Returns the result of `parse` for `text`, a quantity with a unit.
template <class Quantity>
Quantity quantity(Quantity (*parse)(std::string_view), const std::string& text) {
  try {
    return parse(text);
  } catch (const UserError& error) {
    throw WrongType(error.what());
  }
}

/// One overload pair per type: from text, to text.
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
void read(const std::string& text, std::string& value) { value = text; }
void read(const std::string& text, std::vector<unsigned>& value) {
  value.clear();
  // An empty text is an empty list. "<=" makes a comma at the end an error: an empty element
  // follows it.
  for (std::size_t start = 0; start <= text.size() && !text.empty();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    read(text.substr(start, comma - start), value.emplace_back());
    start = comma + 1;
  }
}

std::string text_of(const sc_core::sc_time& value) { return to_text(value); }
std::string text_of(Bytes value) { return to_text(value); }
std::string text_of(ByteRate value) { return to_text(value); }
std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(const std::string& value) { return value; }
std::string text_of(const std::vector<unsigned>& value) {
  return fmt::format("{}", fmt::join(value, ","));
}
template <class Number>
std::string text_of(Number value) {
  return fmt::format("{}", value);
}

std::uint64_t whole(unsigned value) { return value; }
std::uint64_t whole(std::uint64_t value) { return value; }
std::uint64_t whole(Bytes value) { return value.count(); }
template <class T>
std::uint64_t whole(const T&) {
  GF_CHECK(false, "a form for numbers that are not whole");
  return 1;
}

/// Adds the upper limit that applies to a declaration without one.
template <class T>
Limits<T> bounded(Limits<T> limits) {
  if constexpr (std::is_same_v<T, sc_core::sc_time>)
    if (!limits.high) limits.high = to_time(kLongestParam);
  if constexpr (std::is_same_v<T, ByteRate>)
    if (!limits.high) limits.high = kMostRate;
  return limits;
}
Texts bounded(Texts texts) { return texts; }

template <class T>
std::string legal_text(const Limits<T>& limits) {
  std::string text;
  if (limits.low && limits.high) text = text_of(*limits.low) + " ... " + text_of(*limits.high);
  if (limits.low && !limits.high) text = "at least " + text_of(*limits.low);
  if (!limits.low && limits.high) text = "at most " + text_of(*limits.high);
  if (limits.power_of_two) text += ", a power of two";
  if (limits.multiple_of) text += ", a multiple of " + text_of(*limits.multiple_of);
  return text;
}
std::string legal_text(const Texts& texts) {
  return texts.choices.empty() ? "" : fmt::format("one of {}", fmt::join(texts.choices, ", "));
}

template <class T>
bool is_legal(const T& value, const Limits<T>& limits) {
  if ((limits.low && value < *limits.low) || (limits.high && *limits.high < value)) return false;
  if (limits.power_of_two && (whole(value) == 0 || (whole(value) & (whole(value) - 1)) != 0))
    return false;
  return !limits.multiple_of || whole(value) % whole(*limits.multiple_of) == 0;
}
bool is_legal(const std::vector<unsigned>& list, const Limits<unsigned>& limits) {
  return std::all_of(list.begin(), list.end(),
                     [&](unsigned element) { return is_legal(element, limits); });
}
bool is_legal(const std::string& text, const Texts& texts) {
  const auto& choices = texts.choices;
  return choices.empty() || std::find(choices.begin(), choices.end(), text) != choices.end();
}

template <class T>
void hold(const T& value, const Legal<T>& legal) {
  if (is_legal(value, legal)) return;
  if constexpr (std::is_same_v<T, std::string>)
    throw WrongType("expected one of " + legal_names(value, legal.choices));
  refuse("out of range; expected " + legal_text(legal));
}

template <class T>
constexpr const char* kType = "integer";
template <>
constexpr const char* kType<sc_core::sc_time> = "time";
template <>
constexpr const char* kType<Bytes> = "bytes";
template <>
constexpr const char* kType<ByteRate> = "rate";
template <>
constexpr const char* kType<double> = "number";
template <>
constexpr const char* kType<bool> = "flag";
template <>
constexpr const char* kType<std::string> = "text";
template <>
constexpr const char* kType<std::vector<unsigned>> = "list";

}  // namespace

std::string ParamScope::path_of(std::string_view name) const {
  return prefix_.empty() ? std::string(name) : fmt::format("{}.{}", prefix_, name);
}

ParamScope ParamScope::child(std::string_view name) const { return {registry_, path_of(name)}; }

ParamScope ParamScope::optional_child(std::string_view name) const {
  registry_.make_optional(path_of(name));
  return child(name);
}

void ParamScope::cite(std::string_view name, const DefaultSource& source) const {
  registry_.cite(path_of(name), source);
}

void ParamScope::cite(const DefaultSources& sources) const {
  for (const auto& [name, source] : sources) cite(name, source);
}

void ParamScope::relate(std::string_view name, ParamRelation::Kind kind,
                        const std::vector<std::string_view>& others, double times) const {
  ParamRelation relation{path_of(name), kind, {}, times};
  for (const std::string_view other : others) relation.others.push_back(path_of(other));
  registry_.relate(std::move(relation));
}

void ParamScope::preset(std::string_view pattern, const std::string& value,
                        const std::string& origin) const {
  registry_.add_preset(path_of(pattern), value, origin);
}

template <class T>
void ParamScope::add(std::string_view name, T& variable, std::string_view meaning,
                     std::string_view source, const Legal<T>& legal,
                     const PlausibleOf<T>& plausible) const {
  add(std::make_shared<TypedDescription<T>>(name, meaning, source, legal, plausible), &variable);
}

void ParamScope::add(std::shared_ptr<const ParamDescription> description, void* variable) const {
  const std::string path = path_of(description->name());
  registry_.declare(path, std::move(description), variable);
}

template <class T>
TypedDescription<T>::TypedDescription(std::string_view name, std::string_view meaning,
                                      std::string_view source, const Legal<T>& legal,
                                      Plausible<T> plausible)
    : ParamDescription(name, meaning, source),
      legal_(bounded(legal)),
      plausible_(std::move(plausible)) {}

template <class T>
std::string TypedDescription<T>::type() const {
  if constexpr (std::is_same_v<T, std::string>)
    if (!legal_.choices.empty()) return "choice";
  return kType<T>;
}

template <class T>
std::string TypedDescription<T>::legal_text() const {
  return core::legal_text(legal_);
}

template <class T>
std::string TypedDescription<T>::text(const void* value) const {
  return text_of(*static_cast<const T*>(value));
}

template <class T>
bool TypedDescription<T>::is_legal(const void* value) const {
  return core::is_legal(*static_cast<const T*>(value), legal_);
}

template <class T>
void TypedDescription<T>::require(const void* value) const {
  hold(*static_cast<const T*>(value), legal_);
}

template <class T>
void TypedDescription<T>::assign(const std::string& text, void* value) const {
  T read_value{};
  read(text, read_value);
  hold(read_value, legal_);
  *static_cast<T*>(value) = std::move(read_value);
}

template <class T>
PlausibleRange TypedDescription<T>::plausible(const std::string& default_text) const {
  T default_value{};
  read(default_text, default_value);  // text() is exact
  return plausible_range(default_value, legal_, plausible_);
}

template <class T>
std::shared_ptr<const ParamDescription> TypedDescription<T>::within(
    const DefaultSource::Range& range) const {
  T low{}, high{};
  read(range.low, low);
  read(range.high, high);
  return std::make_shared<TypedDescription>(name(), meaning(), source(), legal_,
                                            core::plausible(low, high, range.why));
}

template <class T>
std::string_view TypedDescription<T>::file_in(std::string_view text) const {
  if constexpr (std::is_same_v<T, std::string>)
    if (legal_.file_in) return legal_.file_in(text);
  return text.substr(0, 0);
}

template <class T>
std::vector<std::string> TypedDescription<T>::further_files(const std::string& file) const {
  if constexpr (std::is_same_v<T, std::string>)
    if (legal_.reads) return legal_.reads(file);
  return {};
}

template <class T>
const char* ParamType<T>::name() {
  return kType<T>;
}
template <class T>
void ParamType<T>::read(const std::string& text, T& value) {
  core::read(text, value);
}
template <class T>
std::string ParamType<T>::text(const T& value) {
  return text_of(value);
}
template <class T>
bool ParamType<T>::is_legal(const T& value, const Legal<T>& legal) {
  return core::is_legal(value, legal);
}
template <class T>
std::string ParamType<T>::legal_text(const Legal<T>& legal) {
  return core::legal_text(legal);
}

#define GF_PARAM_TYPE(T)                                                                     \
  template void ParamScope::add<T>(std::string_view, T&, std::string_view, std::string_view, \
                                   const Legal<T>&, const PlausibleOf<T>&) const;            \
  template class TypedDescription<T>;                                                        \
  template struct ParamType<T>;
GF_PARAM_TYPE(sc_core::sc_time)
GF_PARAM_TYPE(Bytes)
GF_PARAM_TYPE(ByteRate)
GF_PARAM_TYPE(unsigned)
GF_PARAM_TYPE(std::uint64_t)
GF_PARAM_TYPE(double)
GF_PARAM_TYPE(bool)
GF_PARAM_TYPE(std::string)
GF_PARAM_TYPE(std::vector<unsigned>)
#undef GF_PARAM_TYPE

}  // namespace gf::core
