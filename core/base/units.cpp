// SPDX-License-Identifier: Apache-2.0
#include "core/base/units.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

#include "core/base/decimal.h"
#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_fields.h"
#include "core/base/time_limits.h"

namespace gf::core {
namespace {

/// A suffix and its factor, in bytes, bytes per second (bits: divided by 8) or femtoseconds.
struct UnitName {
  std::string_view name;
  std::uint64_t factor;
};

constexpr std::uint64_t kKilo = 1'000;
constexpr std::uint64_t kMega = kKilo * kKilo;
constexpr std::uint64_t kGiga = kMega * kKilo;
constexpr std::uint64_t kTera = kGiga * kKilo;
constexpr std::uint64_t kPeta = kTera * kKilo;

/// In ascending order; to_text() takes the last one that fits.
constexpr std::array<UnitName, 12> kByteUnits{{{"B", 1},
                                               {"kB", kKilo},
                                               {"KB", kKilo},
                                               {"KiB", 1ull << 10},
                                               {"MB", kMega},
                                               {"MiB", 1ull << 20},
                                               {"GB", kGiga},
                                               {"GiB", 1ull << 30},
                                               {"TB", kTera},
                                               {"TiB", 1ull << 40},
                                               {"PB", kPeta},
                                               {"PiB", 1ull << 50}}};
/// Suffixes of nccl-tests (`-b 64k -e 8G`), powers of 1,024. Accepted, never printed.
constexpr std::array<UnitName, 8> kShortSizes{{{"k", 1ull << 10},
                                               {"K", 1ull << 10},
                                               {"m", 1ull << 20},
                                               {"M", 1ull << 20},
                                               {"g", 1ull << 30},
                                               {"G", 1ull << 30},
                                               {"t", 1ull << 40},
                                               {"T", 1ull << 40}}};
constexpr std::array<UnitName, 6> kBitUnits{
    {{"b", 1}, {"kb", kKilo}, {"Kb", kKilo}, {"Mb", kMega}, {"Gb", kGiga}, {"Tb", kTera}}};
constexpr std::array<UnitName, 6> kTimeUnits{
    {{"fs", 1}, {"ps", kKilo}, {"ns", kMega}, {"us", kGiga}, {"ms", kTera}, {"s", kPeta}}};

/// How an error message describes a quantity.
struct Quantity {
  std::string_view name;
  std::string_view units;
  std::string_view example;
};
constexpr Quantity kSize{
    "a size", "B, kB, MB, GB, TB, KiB, MiB, GiB, TiB or k, M, G, T (powers of 1024)", "300 MiB"};
constexpr Quantity kRate{"a rate", "B/s, kB/s, MB/s, GB/s, GiB/s, Mb/s, Gb/s", "64 GB/s"};
constexpr Quantity kTime{"a time", "fs, ps, ns, us, ms, s", "80 ns"};

[[noreturn]] void refuse(std::string_view text, const std::string& cause, const Quantity& wanted) {
  throw UserError(ExitCode::kUsage,
                  fmt::format("\"{}\" {}; expected {} in {}, such as \"{}\"", excerpt(text), cause,
                              wanted.name, wanted.units, wanted.example));
}

constexpr double kLongestSeconds = static_cast<double>(kLongestStep) / kSecond;

template <std::size_t N>
const UnitName* find_unit(const std::array<UnitName, N>& units, std::string_view name) {
  for (const UnitName& unit : units)
    if (unit.name == name) return &unit;
  return nullptr;
}

bool is_rate_unit(std::string_view name) {
  if (name.size() < 3 || name.substr(name.size() - 2) != "/s") return false;
  name.remove_suffix(2);
  return find_unit(kByteUnits, name) != nullptr || find_unit(kBitUnits, name) != nullptr;
}

/// Says why `unit` does not belong to the wanted quantity.
std::string wrong_unit(std::string_view unit) {
  if (unit.empty()) return "has no unit";
  if (is_rate_unit(unit)) return fmt::format("is a rate (\"{}\")", unit);
  if (find_unit(kByteUnits, unit) != nullptr) return fmt::format("is a size (\"{}\")", unit);
  if (find_unit(kBitUnits, unit) != nullptr) return fmt::format("counts bits (\"{}\")", unit);
  if (find_unit(kTimeUnits, unit) != nullptr) return fmt::format("is a time (\"{}\")", unit);
  return fmt::format("has an unknown unit \"{}\"", excerpt(unit));
}

/// A number and the unit behind it.
struct Parts {
  Decimal value;
  std::string_view unit;
  [[nodiscard]] bool bare_zero() const { return unit.empty() && value.digits == 0; }
};

Parts split(std::string_view text, const Quantity& wanted) {
  const std::string_view whole = trimmed(text);
  if (whole.empty()) refuse(text, "is empty", wanted);
  if (whole.front() == '-') refuse(text, "is negative", wanted);
  std::string_view rest = whole;
  const std::optional<Decimal> value = take_decimal(rest);
  if (!value) refuse(text, "does not start with a number of up to 19 digits", wanted);
  return {*value, trimmed(rest)};
}

/// Applies strtod() to the number as written, shifted by powers of ten. It is rounded only once, so
/// that to_text() of a rate parses back to the same bits.
double to_double(const Decimal& value, int shift) {
  return std::strtod(fmt::format("{}e{}", value.digits, value.exponent + shift).c_str(), nullptr);
}

bool is_binary(std::string_view unit) { return unit.size() > 1 && unit[1] == 'i'; }

int power_of_ten(std::uint64_t factor) {
  int power = 0;
  for (; factor >= 10; factor /= 10) ++power;
  return power;
}

double rate_in(const Decimal& value, const UnitName& unit) {
  if (is_binary(unit.name)) return to_double(value, 0) * static_cast<double>(unit.factor);
  return to_double(value, power_of_ten(unit.factor));
}

/// Returns "<digits>" with a point `places` from its right end, without trailing zeros of the
/// fraction.
std::string with_point(std::string digits, int places) {
  if (places <= 0) return digits.append(static_cast<std::size_t>(-places), '0');
  const auto fraction = static_cast<std::size_t>(places);
  if (digits.size() <= fraction) digits.insert(0, fraction - digits.size() + 1, '0');
  digits.insert(digits.size() - fraction, 1, '.');
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') digits.pop_back();
  return digits;
}

}  // namespace

sc_core::sc_time ByteRate::time_for(std::uint64_t bytes) const {
  const double seconds = static_cast<double>(bytes) / per_second_;
  if (__builtin_expect(seconds <= kLongestSeconds, 1)) return {seconds, sc_core::SC_SEC};
  return step_of(seconds, fmt::format("moving {} at {}", to_text(Bytes(bytes)), to_text(*this)));
}

void set_time_resolution() {
  static bool done = false;  // SystemC refuses a second call.
  if (done) return;
  done = true;
  sc_core::sc_set_time_resolution(1, sc_core::SC_FS);
}

Bytes parse_bytes(std::string_view text) {
  const Parts parts = split(text, kSize);
  if (parts.bare_zero()) return Bytes(0);
  const UnitName* unit = find_unit(kByteUnits, parts.unit);
  if (unit == nullptr) unit = find_unit(kShortSizes, parts.unit);
  if (unit == nullptr) refuse(text, wrong_unit(parts.unit), kSize);
  const auto count = scaled(parts.value, unit->factor, Fraction::kRefuse);
  if (!count) refuse(text, "is not a whole number of bytes below 2^64", kSize);
  return Bytes(*count);
}

ByteRate parse_byte_rate(std::string_view text) {
  const Parts parts = split(text, kRate);
  if (parts.bare_zero()) return ByteRate(0);
  if (!is_rate_unit(parts.unit)) refuse(text, wrong_unit(parts.unit), kRate);
  const std::string_view amount = parts.unit.substr(0, parts.unit.size() - 2);
  const UnitName* bytes = find_unit(kByteUnits, amount);
  const double rate = bytes != nullptr ? rate_in(parts.value, *bytes)
                                       : rate_in(parts.value, *find_unit(kBitUnits, amount)) / 8;
  if (!std::isfinite(rate) || (rate < 1e-300 && parts.value.digits != 0))
    refuse(text, "is out of range", kRate);
  return ByteRate(rate);
}

sc_core::sc_time parse_time(std::string_view text) {
  const Parts parts = split(text, kTime);
  if (parts.bare_zero()) return sc_core::SC_ZERO_TIME;
  const UnitName* unit = find_unit(kTimeUnits, parts.unit);
  if (unit == nullptr) refuse(text, wrong_unit(parts.unit), kTime);
  const auto ticks = scaled(parts.value, unit->factor, Fraction::kRound);
  if (!ticks) refuse(text, "is below 1 fs or above 18446 s", kTime);
  return sc_core::sc_time::from_value(*ticks);
}

std::string to_text(Bytes value) {
  const UnitName* best = &kByteUnits.front();
  for (const UnitName& unit : kByteUnits)
    // Only a unit that divides the number keeps the text exact, so that it parses back to the same
    // value.
    if (unit.name != "KB" && value.count() != 0 && value.count() % unit.factor == 0) best = &unit;
  return fmt::format("{} {}", value.count() / best->factor, best->name);
}

std::string to_text(ByteRate value) {
  const double rate = value.bytes_per_second();
  const UnitName* best = &kByteUnits.front();
  for (const UnitName& unit : kByteUnits) {
    const bool shown = !is_binary(unit.name) && unit.name != "KB";
    if (shown && rate >= static_cast<double>(unit.factor)) best = &unit;
  }
  if (!std::isfinite(rate) || rate <= 0) return fmt::format("{} B/s", rate);
  const std::string shortest = fmt::format("{}", rate);  // Parses back to the same bits.
  std::string_view rest = shortest;
  const Decimal decimal = take_decimal(rest).value_or(Decimal{});
  const int places = power_of_ten(best->factor) - decimal.exponent;
  return fmt::format("{} {}/s", with_point(std::to_string(decimal.digits), places), best->name);
}

std::string to_text(const sc_core::sc_time& value) {
  const UnitName* best = &kTimeUnits.back();
  for (auto unit = kTimeUnits.rbegin(); unit != kTimeUnits.rend(); ++unit) {
    if (value.value() == 0 || value.value() >= unit->factor) {
      best = &*unit;
      break;
    }
  }
  const std::string digits = std::to_string(value.value());
  return fmt::format("{} {}", with_point(digits, power_of_ten(best->factor)), best->name);
}

}  // namespace gf::core
