// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "measurements/asked_quantities.h"

namespace gf::papers::field {

/// The model's values by Asked::id, in the row's unit; none for what it cannot express.
using Predicted = std::map<std::string, double>;

/// Quantities whose ratio is below this count as equally fast.
inline constexpr double kAlike = 1.02;

/// Returns how many times as fast `a` is as `b`: the ratio of rates, or the inverse of that of
/// times.
double speed_ratio(const Asked& a, double value_a, const Asked& b, double value_b);
/// Returns "a" for a ratio of at least kAlike, "b" for at most its inverse, else "alike".
std::string faster_of(double ratio);

/// How close the predictions of quantities have come that have been measured and were not known.
struct FieldSummary {
  unsigned measured = 0;   ///< All of them.
  unsigned expressed = 0;  ///< Those that the model has a value for; the others are misses.
  unsigned within_10 = 0;  ///< Within 10 % of the measurement.
  unsigned within_25 = 0;
  double median = 0;  ///< Of |predicted - measured| / measured of those expressed, in %.
  double worst = 0;   ///< The largest.
};
/// `group`: only quantities of that group; empty: all.
FieldSummary summary_of(const std::vector<Asked>& asked, const Predicted& predicted,
                        const std::string& group = "");

/// Counts pairs whose two quantities have been measured and are not both known, and how many of
/// them are predicted in the measured order (faster_of()). A pair with a quantity that cannot be
/// expressed is a miss.
struct OrderSummary {
  unsigned measured = 0;
  unsigned right = 0;
};
OrderSummary order_of(const std::vector<AskedPair>& pairs, const std::vector<Asked>& asked,
                      const Predicted& predicted);

}  // namespace gf::papers::field
