// SPDX-License-Identifier: Apache-2.0
#include "papers/run_measurement.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace gf::papers {
namespace {

/// Decimal texts such as 0.05 are not exact binary numbers, but the edge must count as inside.
constexpr double kRounding = 1e-9;

const double* number(const Value& value) {
  const double* found = std::get_if<double>(&value);
  return found != nullptr && std::isfinite(*found) ? found : nullptr;
}

std::string with_unit(double value, std::string_view unit) {
  return unit.empty() ? number_text(value) : fmt::format("{} {}", number_text(value), unit);
}

bool inside(double distance, double bound, double scale) {
  return std::abs(distance) <= bound + kRounding * std::max(std::abs(scale), bound);
}

bool within_range(const Tolerance& tolerance, double value) {
  const double slack = kRounding * std::abs(value);
  return (!tolerance.low || value >= *tolerance.low - slack) &&
         (!tolerance.high || value <= *tolerance.high + slack);
}

bool accepted(const Measurement& m) {
  const Value target = target_of(m);
  if (m.tolerance.type == Tolerance::Type::kEqual) return target == m.simulated;
  const double* simulated = number(m.simulated);
  if (simulated == nullptr) return false;
  if (m.tolerance.type == Tolerance::Type::kRange) return within_range(m.tolerance, *simulated);
  const double* wanted = number(target);
  if (wanted == nullptr) return false;
  const double scale = std::abs(*wanted);
  const bool is_relative = m.tolerance.type == Tolerance::Type::kRelative;
  return inside(*simulated - *wanted, m.tolerance.bound * (is_relative ? scale : 1.0), scale);
}

}  // namespace

std::string_view to_text(Kind kind) {
  switch (kind) {
    case Kind::kExact:
      return "exact";
    case Kind::kDerived:
      return "derived";
    case Kind::kCalibrated:
      return "calibrated";
    case Kind::kEmergent:
      break;
  }
  return "emergent";
}

std::string_view to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass:
      return "pass";
    case Verdict::kDeviates:
      return "deviates";
    case Verdict::kFail:
      return "fail";
    case Verdict::kInfo:
      break;
  }
  return "info";
}

Tolerance relative(double fraction, std::string why) {
  return {Tolerance::Type::kRelative, fraction, {}, {}, std::move(why)};
}
Tolerance absolute(double bound, std::string why) {
  return {Tolerance::Type::kAbsolute, bound, {}, {}, std::move(why)};
}
Tolerance at_least(double low, std::string why) {
  return {Tolerance::Type::kRange, 0, low, {}, std::move(why)};
}
Tolerance at_most(double high, std::string why) {
  return {Tolerance::Type::kRange, 0, {}, high, std::move(why)};
}
Tolerance in_range(double low, double high, std::string why) {
  return {Tolerance::Type::kRange, 0, low, high, std::move(why)};
}
Tolerance equal(std::string why) { return {Tolerance::Type::kEqual, 0, {}, {}, std::move(why)}; }
Tolerance not_gated(std::string why) { return {Tolerance::Type::kNone, 0, {}, {}, std::move(why)}; }

std::string to_text(const Tolerance& tolerance, std::string_view unit) {
  switch (tolerance.type) {
    case Tolerance::Type::kRelative:
      return with_unit(tolerance.bound * 100, "%");
    case Tolerance::Type::kAbsolute:
      return with_unit(tolerance.bound, unit);
    case Tolerance::Type::kEqual:
      return "equal";
    case Tolerance::Type::kNone:
      return "-";
    case Tolerance::Type::kRange:
      break;
  }
  if (!tolerance.high) return ">= " + with_unit(tolerance.low.value_or(0), unit);
  if (!tolerance.low) return "<= " + with_unit(*tolerance.high, unit);
  return number_text(*tolerance.low) + " ... " + with_unit(*tolerance.high, unit);
}

Value target_of(const Measurement& m) {
  if (!std::holds_alternative<std::monostate>(m.published) || m.reference.empty())
    return m.published;
  // A row without a published value is compared with its reference, whose value follows its label
  // ("sum of documented parts: 1").
  const std::size_t label = m.reference.rfind(": ");
  const std::string last = m.reference.substr(label == std::string::npos ? 0 : label + 2);
  double value = 0;
  const auto [stop, error] = std::from_chars(last.data(), last.data() + last.size(), value);
  const bool whole = error == std::errc() && stop == last.data() + last.size();
  return whole ? Value(value) : Value(last);
}

std::optional<double> error_of(const Measurement& measurement) {
  const Value target = target_of(measurement);
  const double* published = number(target);
  const double* simulated = number(measurement.simulated);
  if (published == nullptr || simulated == nullptr) return std::nullopt;
  const double difference = *simulated - *published;
  // A difference from 0 has no relative size.
  return *published == 0 ? difference : 100 * difference / std::abs(*published);
}

std::string error_text(const Measurement& measurement) {
  const std::optional<double> error = error_of(measurement);
  if (!error) return "-";
  const bool is_absolute = std::get<double>(target_of(measurement)) == 0;
  if (!is_absolute) return fmt::format("{:+.2f} %", *error == 0 ? 0.0 : *error);
  return (*error > 0 ? "+" : "") + with_unit(*error, measurement.unit);
}

Verdict verdict_of(const Measurement& measurement) {
  if (!measurement.failure.empty()) return Verdict::kFail;
  if (measurement.tolerance.type == Tolerance::Type::kNone) return Verdict::kInfo;
  if (!accepted(measurement)) return Verdict::kFail;
  return measurement.deviation.empty() ? Verdict::kPass : Verdict::kDeviates;
}

std::string defect_of(const Measurement& m) {
  if (m.quantity.empty()) return "does not name its quantity";
  if (!m.failure.empty()) return {};
  if (m.tolerance.why.empty()) return "has no reason for its tolerance";
  if (m.tolerance.bound < 0) return "has a negative tolerance";
  if (m.tolerance.type == Tolerance::Type::kRange && !m.tolerance.low && !m.tolerance.high)
    return "has a range without ends";
  const Value target = target_of(m);
  const double* published = number(target);
  if (m.tolerance.type == Tolerance::Type::kRelative && published != nullptr && *published == 0)
    return "has a relative tolerance to a published 0; give an absolute one";
  const bool compares = m.tolerance.type == Tolerance::Type::kRelative ||
                        m.tolerance.type == Tolerance::Type::kAbsolute;
  if (compares && published == nullptr) return "compares with a value that is not a number";
  return {};
}

Measurement failed(std::string id, std::string quantity, std::string reason) {
  Measurement m;
  m.id = std::move(id);
  m.quantity = std::move(quantity);
  m.tolerance = not_gated("no number came out");
  m.failure = std::move(reason);
  return m;
}

std::string number_text(double value) {
  if (!std::isfinite(value)) return std::isnan(value) ? "nan" : (value > 0 ? "inf" : "-inf");
  if (value == 0) return "0";
  const double size = std::abs(value);
  if (size < 1e15 && value == std::floor(value)) return fmt::format("{:.0f}", value);
  if (size < 1e-4 || size >= 1e15) return fmt::format("{:.5g}", value);
  const int whole_digits = static_cast<int>(std::floor(std::log10(size))) + 1;
  std::string text = fmt::format("{:.{}f}", value, std::max(0, 5 - whole_digits));
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string to_text(const Value& value) {
  if (const double* found = std::get_if<double>(&value)) return number_text(*found);
  if (const std::string* found = std::get_if<std::string>(&value)) return *found;
  return "-";
}

}  // namespace gf::papers
