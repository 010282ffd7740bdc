// SPDX-License-Identifier: Apache-2.0
#include "measurements/field_summary.h"

#include <algorithm>
#include <cmath>

namespace gf::papers::field {
namespace {

constexpr double kPercent = 100;

double speed_of(const Asked& asked, double value) {
  return asked.counts == Asked::Counts::kTime ? 1 / value : value;
}

/// Returns the middle of sorted values; the mean of the two middle ones of an even number.
double median_of(const std::vector<double>& sorted) {
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

}  // namespace

double speed_ratio(const Asked& a, double value_a, const Asked& b, double value_b) {
  return speed_of(a, value_a) / speed_of(b, value_b);
}

std::string faster_of(double ratio) {
  if (ratio >= kAlike) return "a";
  return ratio <= 1 / kAlike ? "b" : "alike";
}

FieldSummary summary_of(const std::vector<Asked>& asked, const Predicted& predicted,
                        const std::string& group) {
  FieldSummary summary;
  std::vector<double> errors;
  for (const Asked& row : asked) {
    if (!row.measured || row.known || (!group.empty() && row.group != group)) continue;
    ++summary.measured;
    const auto value = predicted.find(row.id);
    if (value == predicted.end()) continue;
    ++summary.expressed;
    const double error = kPercent * std::abs(value->second - *row.measured) / *row.measured;
    if (error <= 10) ++summary.within_10;
    if (error <= 25) ++summary.within_25;
    errors.push_back(error);
  }
  if (errors.empty()) return summary;
  std::sort(errors.begin(), errors.end());
  summary.median = median_of(errors);
  summary.worst = errors.back();
  return summary;
}

OrderSummary order_of(const std::vector<AskedPair>& pairs, const std::vector<Asked>& asked,
                      const Predicted& predicted) {
  OrderSummary summary;
  for (const AskedPair& pair : pairs) {
    const Asked& a = asked_of(asked, pair.a);
    const Asked& b = asked_of(asked, pair.b);
    if (!a.measured || !b.measured || (a.known && b.known)) continue;
    ++summary.measured;
    const auto value_a = predicted.find(a.id), value_b = predicted.find(b.id);
    if (value_a == predicted.end() || value_b == predicted.end()) continue;
    const std::string said = faster_of(speed_ratio(a, value_a->second, b, value_b->second));
    if (said == faster_of(speed_ratio(a, *a.measured, b, *b.measured))) ++summary.right;
  }
  return summary;
}

}  // namespace gf::papers::field
