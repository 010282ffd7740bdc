// SPDX-License-Identifier: Apache-2.0
#include "papers/report/axis.h"

#include <algorithm>
#include <cmath>

namespace gf::papers::report {
namespace {

constexpr int kWantedSteps = 6;
constexpr double kRounding = 1e-9;  ///< Values that differ by a smaller share are equal.

bool binary_bytes(const Axis& axis) { return axis.scale == Scale::kLog2 && axis.unit == "B"; }

/// Returns whether the two differ at most by rounding. Round values between them would be closer
/// than numbers can be.
bool are_one(double low, double high) {
  return !(high - low > kRounding * std::max(std::abs(low), std::abs(high)));
}

/// Range of an axis around a single value.
double room_at(double value) { return value == 0 ? 1 : std::abs(value) * 0.1; }

/// Returns 1, 2, 2.5 or 5 times a power of ten, about `span` / `kWantedSteps`.
double round_step(double span) {
  const double raw = span / kWantedSteps;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  for (double factor : {1.0, 2.0, 2.5, 5.0})
    if (factor * power >= raw * 0.999) return factor * power;
  return 10 * power;
}

}  // namespace

std::string axis_title(const Axis& axis) {
  const bool in_numbers = axis.unit.empty() || binary_bytes(axis) || !axis.categories.empty();
  return in_numbers ? axis.label : axis.label + " (" + axis.unit + ")";
}

AxisMap::AxisMap(const Axis& axis, double low, double high, bool from_zero) : scale_(axis.scale) {
  if (scale_ == Scale::kLinear) {
    fit_linear(axis, low, high, from_zero);
  } else {
    fit_log(axis, low, high);
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
  const double step = round_step(high_ - low_);
  // An end that the figure sets stays unchanged; an end found from the data moves out to a round
  // value.
  if (!axis.low) low_ = std::floor(low_ / step + 1e-9) * step;
  if (!axis.high) high_ = std::ceil(high_ / step - 1e-9) * step;
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

}  // namespace gf::papers::report
