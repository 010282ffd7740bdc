// SPDX-License-Identifier: Apache-2.0
#include "papers/report/axis.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

#include "papers/run_measurement.h"

namespace gf::papers::report {
namespace {

constexpr int kWantedTicks = 6;
constexpr int kMostTicks = 9;
constexpr double kRounding = 1e-9;  ///< Values that differ by a smaller share are equal.

bool binary_bytes(const Axis& axis) { return axis.scale == Scale::kLog2 && axis.unit == "B"; }

/// Returns whether the two differ at most by rounding. Ticks between them would be closer than
/// numbers can be.
bool are_one(double low, double high) {
  return !(high - low > kRounding * std::max(std::abs(low), std::abs(high)));
}

/// Range of an axis around a single value.
double room_at(double value) { return value == 0 ? 1 : std::abs(value) * 0.1; }

/// Returns 1, 2, 2.5 or 5 times a power of ten, about `span` / `kWantedTicks`.
double round_step(double span) {
  const double raw = span / kWantedTicks;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  for (double factor : {1.0, 2.0, 2.5, 5.0})
    if (factor * power >= raw * 0.999) return factor * power;
  return 10 * power;
}

std::string group_thousands(std::string text) {
  const std::size_t sign = text[0] == '-' ? 1 : 0;
  const std::size_t whole = std::min(text.find('.'), text.size()) - sign;
  if (whole < 5 || text.find('e') != std::string::npos) return text;
  for (std::size_t i = 3; i < whole; i += 3) text.insert(sign + whole - i, "\u2009");
  return text;
}

}  // namespace

std::string tick_text(double value, const Axis& axis) {
  if (!binary_bytes(axis)) return group_thousands(number_text(value));
  static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < std::size(kUnits); ++unit) value /= 1024;
  return number_text(value) + " " + kUnits[unit];
}

std::string axis_title(const Axis& axis) {
  const bool in_ticks = axis.unit.empty() || binary_bytes(axis) || !axis.categories.empty();
  return in_ticks ? axis.label : axis.label + " (" + axis.unit + ")";
}

AxisMap::AxisMap(const Axis& axis, double low, double high, bool from_zero) : scale_(axis.scale) {
  if (scale_ == Scale::kLinear) {
    fit_linear(axis, low, high, from_zero);
    add_linear_ticks(axis);
  } else {
    fit_log(axis, low, high);
    add_log_ticks(axis);
  }
}

void AxisMap::place(double start, double end) {
  start_ = start;
  end_ = end;
}

double AxisMap::at(double value) const { return start_ + fraction(value) * (end_ - start_); }

double AxisMap::fraction(double value) const {
  if (scale_ == Scale::kLinear) return (value - low_) / (high_ - low_);
  if (value <= 0) return 0;
  return std::log(value / low_) / std::log(high_ / low_);
}

void AxisMap::fit_linear(const Axis& axis, double low, double high, bool from_zero) {
  if (are_one(low, high)) {
    const double room = room_at(low);
    low -= room;
    high += room;
  }
  const bool near_zero = low > 0 && low < 0.6 * high;
  if (from_zero || near_zero) {
    low = std::min(low, 0.0);
    high = std::max(high, 0.0);
  }
  low_ = axis.low.value_or(low);
  high_ = axis.high.value_or(high);
  if (are_one(low_, high_)) high_ = low_ + room_at(low_);
  step_ = round_step(high_ - low_);
  // An end that the figure sets stays unchanged; an end found from the data moves out to a tick.
  if (!axis.low) low_ = std::floor(low_ / step_ + 1e-9) * step_;
  if (!axis.high) high_ = std::ceil(high_ / step_ - 1e-9) * step_;
}

void AxisMap::fit_log(const Axis& axis, double low, double high) {
  const double base = scale_ == Scale::kLog2 ? 2 : 10;
  const auto exponent = [base](double v) { return std::log(v) / std::log(base); };
  low = std::max(low, 1e-300);
  high = std::max(high, low);
  low_ = axis.low.value_or(std::pow(base, std::floor(exponent(low) + 1e-9)));
  high_ = axis.high.value_or(std::pow(base, std::ceil(exponent(high) - 1e-9)));
  if (!(high_ > low_)) high_ = low_ * base;
}

void AxisMap::add_linear_ticks(const Axis& axis) {
  const double first = std::ceil(low_ / step_ - 1e-9);
  for (double i = first; i * step_ <= high_ + step_ * 1e-9; ++i) {
    // Counted in steps, not added up, and 0 set explicitly: a sum of steps would print as 1e-17
    // there.
    const double value = std::abs(i) < 0.5 ? 0 : i * step_;
    ticks_.push_back({value, tick_text(value, axis)});
  }
}

void AxisMap::add_log_ticks(const Axis& axis) {
  const double base = scale_ == Scale::kLog2 ? 2 : 10;
  const int first = static_cast<int>(std::ceil(std::log(low_) / std::log(base) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log(high_) / std::log(base) + 1e-9));
  const int stride = (last - first) / kMostTicks + 1;
  const bool subdivide = scale_ == Scale::kLog10 && last - first < 2;
  for (int e = first - 1; e <= last; ++e) {
    for (double factor : {1.0, 2.0, 5.0}) {
      if (factor > 1 && !subdivide) break;
      if (factor == 1 && (e < first || (e - first) % stride != 0)) continue;
      const double value = factor * std::pow(base, e);
      if (value < low_ * 0.999 || value > high_ * 1.001) continue;
      ticks_.push_back({value, tick_text(value, axis)});
    }
  }
}

}  // namespace gf::papers::report
