// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/growth.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/stats/student_t.h"

namespace gf::platforms::network {
namespace {

constexpr double kConfidence = 0.99;
constexpr double kMostAlike = 0.99;
/// The counts weigh as at least five independent ones. With fewer, the interval of a line that
/// climbs steadily, but not quite straight, would reach from far below 0 to far above.
constexpr double kLeastFreedom = 3;

/// Correlation of successive residuals; `squares`: the sum of the squares of all.
double alike(const std::vector<double>& residuals, double squares) {
  double products = 0;
  for (std::size_t i = 1; i < residuals.size(); ++i) products += residuals[i] * residuals[i - 1];
  const double r = squares > 0 ? std::max(0.0, products / squares) : 0;
  // On average, the estimate is too small by (1 + 4 r) / n.
  return std::min(kMostAlike, r + (1 + 4 * r) / static_cast<double>(residuals.size()));
}

}  // namespace

Growth growth_of(const std::vector<double>& under_way, double generated) {
  GF_CHECK(under_way.size() > 2, "two counts make no confidence");
  const auto count = static_cast<double>(under_way.size());
  const double middle = (count - 1) / 2;
  double mean = 0;
  for (const double packets : under_way) mean += packets / count;
  double times = 0, products = 0;
  for (std::size_t i = 0; i < under_way.size(); ++i) {
    const double time = static_cast<double>(i) - middle;
    times += time * time;
    products += time * (under_way[i] - mean);
  }
  const double slope = products / times;
  double squares = 0;
  std::vector<double> residuals;
  for (std::size_t i = 0; i < under_way.size(); ++i) {
    residuals.push_back(under_way[i] - mean - slope * (static_cast<double>(i) - middle));
    squares += residuals.back() * residuals.back();
  }
  const double r = alike(residuals, squares);
  const double freedom = std::max(kLeastFreedom, count * (1 - r) / (1 + r) - 2);
  const double error = core::student_t(freedom, kConfidence) * std::sqrt(squares / freedom / times);
  const double scale = (count - 1) / std::max(1.0, generated);
  return {(slope - error) * scale, (slope + error) * scale};
}

std::string Growth::text() const {
  return fmt::format("{:.2g} ... {:.2g} %", 100 * low, 100 * high);
}

}  // namespace gf::platforms::network
